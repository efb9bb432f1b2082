import { randomUUIDv7 } from 'node:crypto';
import { emailTaken } from '../features/account/problems.ts';
import type { Write } from '../storage/storage.ts';
import {
  type Account,
  findAccountByEmail,
  findLinkedAccount,
  insertAccount,
  linkIdentity,
} from './account-store.ts';
import type { GoogleProfile } from './google-profile.ts';

export interface GoogleMatch {
  readonly account: Account;
  /** True where the account has this address but nobody has shown yet that both are one person's. */
  readonly needsPassword: boolean;
}

/**
 * The account of a Google profile, made if it is new. An account of the same address is found, not joined:
 * whoever made it may not be who owns the address. Throws `email-taken` where it has no password to ask for.
 */
export async function matchGoogleAccount(
  { db }: Write,
  profile: GoogleProfile,
  createdAt: number,
): Promise<GoogleMatch> {
  const linked = await findLinkedAccount(db, profile);
  if (linked) return { account: linked, needsPassword: false };
  const id = randomUUIDv7();
  const isNew = await insertAccount(db, {
    id,
    email: profile.email,
    displayName: profile.displayName,
    photoURL: profile.photoURL,
    passwordHash: null,
    isEmailVerified: true,
    createdAt,
  });
  if (isNew) await linkIdentity(db, id, profile, createdAt);
  // Not new, it may still be linked by now: by a return at the same instant.
  const joined = await findLinkedAccount(db, profile);
  if (joined) return { account: joined, needsPassword: false };
  const sameEmail = await findAccountByEmail(db, profile.email);
  if (!sameEmail?.passwordHash) throw emailTaken();
  return { account: sameEmail, needsPassword: true };
}
