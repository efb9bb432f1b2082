import { randomUUIDv7 } from 'node:crypto';
import {
  emailTaken,
  passwordNotSet,
  userNotFound,
  wrongPassword,
} from '../features/account/problems.ts';
import { notSignedIn } from '../platform/contract/problems.ts';
import { everything, type Storage } from '../storage/storage.ts';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  insertAccount,
  personOfAccount,
  savePasswordHash,
} from './account-store.ts';
import { createIdTokens, type IdTokens } from './id-tokens.ts';
import type { IdentityProvider, SignedIn, SignIn } from './identity-provider.ts';
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts';
import type { Throttle } from './throttle.ts';

export interface EmbeddedProviderOptions {
  readonly storage: Storage;
  /** The issuer of its ID tokens. */
  readonly siteUrl: string;
  readonly throttle: Throttle;
  readonly now: () => number;
}

/** The provider that comes with the site: accounts in its own database. */
export interface EmbeddedProvider extends IdentityProvider {
  /** The account of this address and password. Throws what `signIn` throws. */
  authenticate(input: SignIn): Promise<Account>;
}

/** Today's hash of a password that was just found right, where the stored one is weaker. */
async function renewHash(storage: Storage, account: Account, password: string): Promise<void> {
  if (!account.passwordHash || !needsRehash(account.passwordHash)) return;
  const passwordHash = await hashPassword(password);
  await storage.write(({ db }) => savePasswordHash(db, account.id, passwordHash));
}

async function signedIn(idTokens: IdTokens, account: Account): Promise<SignedIn> {
  const user = personOfAccount(account);
  const idToken = await idTokens.sign({
    subject: account.id,
    email: account.email,
    displayName: account.displayName,
    photoURL: account.photoURL,
    generation: account.generation,
  });
  return { user, idToken };
}

export function createEmbeddedProvider(options: EmbeddedProviderOptions): EmbeddedProvider {
  const { storage, throttle, now } = options;
  const idTokens = createIdTokens({ storage, issuer: options.siteUrl, now });

  async function refresh(personId: string): Promise<SignedIn | null> {
    const account = await findAccount(storage.writer, personId);
    return account ? signedIn(idTokens, account) : null;
  }

  async function refreshKnown(personId: string): Promise<SignedIn> {
    const proof = await refresh(personId);
    if (!proof) throw notSignedIn();
    return proof;
  }

  async function authenticate({ email, password, network }: SignIn): Promise<Account> {
    await throttle.beginAttempt({ email, network });
    const account = await findAccountByEmail(storage.writer, email);
    const isRight = await verifyPassword(password, account?.passwordHash);
    if (!account) throw userNotFound();
    if (!account.passwordHash) throw passwordNotSet();
    if (!isRight) throw wrongPassword();
    await throttle.forgiveAttempt({ email, network });
    await renewHash(storage, account, password);
    return account;
  }

  return {
    async signUp({ email, password, displayName, photoURL }) {
      const id = randomUUIDv7();
      const passwordHash = await hashPassword(password);
      const isNew = await storage.write(({ db }) =>
        insertAccount(db, {
          id,
          email,
          displayName,
          photoURL,
          passwordHash,
          isEmailVerified: false,
          createdAt: now(),
        }),
      );
      if (!isNew) throw emailTaken();
      return refreshKnown(id);
    },
    async signIn(input) {
      return signedIn(idTokens, await authenticate(input));
    },
    authenticate,
    async updateProfile(personId, { displayName, photoURL }) {
      await storage.write(async ({ db, touch }) => {
        await db
          .updateTable('people')
          .set({ name: displayName, photo_url: photoURL })
          .where('id', '=', personId)
          .execute();
        // The name stands on every page that shows something by this person.
        touch(everything);
      });
      return refreshKnown(personId);
    },
    refresh,
    identify: idTokens.verify,
    jwks: idTokens.jwks,
  };
}
