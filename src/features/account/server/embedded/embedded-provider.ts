import { randomUUIDv7 } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import type { Person } from '../../../../identity/person.ts';
import { notSignedIn, Problem } from '../../../../platform/contract/problems.ts';
import type { RateLimiter } from '../../../../platform/http/rate-limit.ts';
import { everything, type Storage } from '../../../../storage/storage.ts';
import {
  emailTaken,
  passwordNotSet,
  signInAgain,
  userNotFound,
  wrongPassword,
} from '../../problems.ts';
import {
  type Account,
  beginGeneration,
  findAccount,
  findAccountByEmail,
  hasLinkedIdentity,
  holdGeneration,
  insertAccount,
  savePasswordHash,
} from '../account-store.ts';
import { type IdentityProvider, isFresh } from '../identity-provider.ts';
import { triesOf } from '../limits.ts';
import { endTokensOf } from '../one-time-tokens.ts';
import { createIdTokens } from './id-tokens.ts';
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts';

/** Proof of a sign-in. */
export interface SignedIn {
  readonly user: Person;
  /** JSON Web Token, good for five minutes. */
  readonly idToken: string;
}

export interface Profile {
  readonly displayName: string;
  readonly photoURL: string;
}

export interface SignUp extends Profile {
  readonly email: string;
  readonly password: string;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** The caller's network, for counting failures. */
  readonly network: string;
}

export interface EmbeddedProviderOptions {
  readonly storage: Storage;
  /** The issuer of its ID tokens. */
  readonly siteUrl: string;
  readonly limiter: RateLimiter;
  readonly now: () => number;
}

/** The provider that comes with the site: accounts in its own database. Input arrives checked and normalised. */
export interface EmbeddedProvider extends IdentityProvider {
  /** Throws `email-taken`. */
  signUp(input: SignUp): Promise<SignedIn>;
  /** Throws `user-not-found`, `wrong-password`, `password-not-set` or `too-many-requests`. */
  signIn(input: SignIn): Promise<SignedIn>;
  updateProfile(personId: string, profile: Profile): Promise<SignedIn>;
  /** A fresh ID token for somebody whose session is good; null when the account is gone. */
  refresh(personId: string): Promise<SignedIn | null>;
  /** The public keys that ID tokens are signed with. */
  jwks(): Promise<JSONWebKeySet>;
}

/** Answers about the password that was tried; anything else leaves the try unmade. */
const answers: readonly string[] = ['user-not-found', 'password-not-set', 'wrong-password'];

/** The account of this address and password. Throws what `signIn` throws. */
async function authenticate(
  { storage, limiter }: EmbeddedProviderOptions,
  { email, password, network }: SignIn,
): Promise<Account> {
  const [account, failures] = triesOf({ email, network });
  // Counted before it is made, so that tries at the same instant can't outrun the count.
  await limiter.takeAll([account, failures]);
  try {
    const found = await findAccountByEmail(storage.writer, email);
    const isRight = await verifyPassword(password, found?.passwordHash);
    if (!found) throw userNotFound();
    if (!found.passwordHash) throw passwordNotSet();
    if (!isRight) throw wrongPassword();
    await limiter.giveBack([failures], [account]);
    return found;
  } catch (error) {
    const isAnswer = error instanceof Problem && answers.includes(error.code);
    if (!isAnswer) await limiter.giveBack([account, failures]);
    throw error;
  }
}

/** Today's hash of a password that was just found right, where the stored one is weaker. */
async function renewHash(storage: Storage, account: Account, password: string): Promise<void> {
  if (!account.passwordHash || !needsRehash(account.passwordHash)) return;
  const passwordHash = await hashPassword(password);
  await storage.write(({ db }) => savePasswordHash(db, account.id, passwordHash));
}

export function createEmbeddedProvider(options: EmbeddedProviderOptions): EmbeddedProvider {
  const { storage, now } = options;
  const idTokens = createIdTokens({ storage, issuer: options.siteUrl, now });

  async function prove(account: Account): Promise<SignedIn> {
    const { id, email, displayName, photoURL, generation } = account;
    const user = { id, email, displayName, photoURL };
    return { user, idToken: await idTokens.sign({ ...user, subject: id, generation }) };
  }

  async function refresh(personId: string): Promise<SignedIn | null> {
    const account = await findAccount(storage.writer, personId);
    return account ? prove(account) : null;
  }

  return {
    async signUp({ email, password, displayName, photoURL }) {
      const account = {
        id: randomUUIDv7(),
        email,
        displayName,
        photoURL,
        passwordHash: await hashPassword(password),
        isEmailVerified: false,
        createdAt: now(),
      };
      const added = await storage.write(({ db }) => insertAccount(db, account));
      if (!added) throw emailTaken();
      return prove(added);
    },
    async signIn(input) {
      const account = await authenticate(options, input);
      await renewHash(storage, account, input.password);
      return prove(account);
    },
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
      const proof = await refresh(personId);
      if (!proof) throw notSignedIn();
      return proof;
    },
    refresh,
    jwks: idTokens.jwks,
    identify: idTokens.verify,
    async admit({ db }, { subject, generation }) {
      // The provider made the person at sign-up; none means that the account was deleted.
      if (!generation || !(await holdGeneration(db, subject, generation))) {
        throw notSignedIn();
      }
      return subject;
    },
    renew: async (personId) => (await refresh(personId))?.idToken ?? null,
    async factsOf(personId) {
      const account = await findAccount(storage.writer, personId);
      if (!account) return undefined;
      const { passwordHash, isEmailVerified, createdAt } = account;
      const hasGoogle = await hasLinkedIdentity(storage.writer, personId);
      return { hasPassword: passwordHash !== null, hasGoogle, isEmailVerified, createdAt };
    },
    async confirm({ session, password, network }) {
      const account = await findAccount(storage.writer, session.person.id);
      if (account?.passwordHash) {
        await authenticate(options, { email: account.email, password, network });
      } else if (!isFresh(session, now())) throw signInAgain();
    },
    async endTokens({ db }, personId) {
      await beginGeneration(db, personId);
      await endTokensOf(db, personId);
    },
  };
}
