import { randomUUIDv7 } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import { describeBrowser } from '../../../../identity/describe-browser.ts';
import type { Person } from '../../../../identity/person.ts';
import type { Session } from '../../../../identity/session.ts';
import { notSignedIn, Problem, tooManyRequests } from '../../../../platform/contract/problems.ts';
import type { RateLimiter, RateRule } from '../../../../platform/http/rate-limit.ts';
import { type RepeatableRequest, rememberResult, resultOf } from '../../../../storage/make-once.ts';
import { everything, type Storage } from '../../../../storage/storage.ts';
import {
  emailTaken,
  passwordNotSet,
  signInAgain,
  userNotFound,
  wrongPassword,
} from '../../problems.ts';
import type { SecondStep } from '../../second-step.ts';
import {
  type Account,
  beginGeneration,
  type ForeignIdentity,
  findAccount,
  findAccountByEmail,
  hasLinkedIdentity,
  holdGeneration,
  insertAccount,
  savePasswordHash,
} from '../account-store.ts';
import { methodsOf } from '../factors/factor-store.ts';
import { askSecondStep, type FirstStep } from '../factors/first-step.ts';
import { type IdentityProvider, isFresh } from '../identity-provider.ts';
import { failureWaveRule, triesOf, waveRule } from '../limits.ts';
import { endTokensOf } from '../one-time-tokens.ts';
import { knowsNetwork, type SecurityEvent } from '../security/security-events.ts';
import type { SecurityLog } from '../security/security-log.ts';
import type { Turn } from './hash-turns.ts';
import { createIdTokens } from './id-tokens.ts';
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts';

/** Proof of a sign-in. */
export interface SignedIn {
  readonly user: Person;
  /** JSON Web Token, good for five minutes. */
  readonly idToken: string;
}

/** What a sign-in came to: its proof, or what is still missing. */
export type SignInOutcome = SignedIn | { readonly secondStep: SecondStep };

export interface Profile {
  readonly displayName: string;
  readonly photoURL: string;
}

export interface SignUp extends Profile {
  readonly email: string;
  readonly password: string;
  /** The caller's network, which waits its turn. */
  readonly network: string;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** The caller's network, for counting failures and for waiting its turn. */
  readonly network: string;
  /** What a second step, where there is one, joins to the account. */
  readonly link?: ForeignIdentity;
}

export interface EmbeddedProviderOptions {
  readonly storage: Storage;
  /** The issuer of its ID tokens. */
  readonly siteUrl: string;
  readonly limiter: RateLimiter;
  readonly securityLog: SecurityLog;
  readonly now: () => number;
}

/** The provider that comes with the site: accounts in its own database. Input arrives checked and normalised. */
export interface EmbeddedProvider extends IdentityProvider {
  /**
   * Throws `email-taken`; not where a request of the same name (`key`) made that account and knows its password: it
   * is the same one, whose answer was lost.
   */
  signUp(input: SignUp, key?: string): Promise<SignedIn>;
  /** Throws `user-not-found`, `wrong-password`, `password-not-set` or `too-many-requests`. */
  signIn(input: SignIn): Promise<SignInOutcome>;
  /** What follows a first step that went well elsewhere, such as at Google; null when the account is gone. */
  passFirstStep(first: FirstStep): Promise<SignInOutcome | null>;
  updateProfile(session: Session, profile: Profile): Promise<SignedIn>;
  /** The ID token of somebody who has made every step of a sign-in just now; null when the account is gone. */
  vouchFor(personId: string): Promise<SignedIn | null>;
  /** The public keys that ID tokens are signed with. */
  jwks(): Promise<JSONWebKeySet>;
}

/** Answers about the password that was tried; anything else leaves the try unmade. */
const answers: readonly string[] = ['user-not-found', 'password-not-set', 'wrong-password'];

/** True where the rule has room for one more, which is counted. */
async function hasRoom(limiter: RateLimiter, rule: RateRule, who: string): Promise<boolean> {
  try {
    await limiter.take(rule, who);
    return true;
  } catch (error) {
    if (tooManyRequests.is(error)) return false;
    throw error;
  }
}

/** Tells the owner once of many wrong passwords, from wherever they came. */
async function noteFailure(
  { storage, limiter, securityLog, now }: EmbeddedProviderOptions,
  personId: string,
  network: string,
): Promise<void> {
  if (await hasRoom(limiter, failureWaveRule, personId)) return;
  if (!(await hasRoom(limiter, waveRule, personId))) return;
  const origin = { browser: describeBrowser(undefined), network };
  const event: SecurityEvent = { personId, kind: 'many-failures', origin, at: now() };
  await storage.write((write) => securityLog.note(write, event));
  securityLog.tell(event);
}

/** The account of this address, where the password is its own. Throws what `signIn` throws. */
async function matchingAccount(
  options: EmbeddedProviderOptions,
  { email, password, network }: SignIn,
): Promise<Account> {
  const { storage } = options;
  const found = await findAccountByEmail(storage.writer, email);
  const isKnown = found !== undefined && (await knowsNetwork(storage.writer, found.id, network));
  const isRight = await verifyPassword(password, found?.passwordHash, { network, isKnown });
  if (!found) throw userNotFound();
  if (!found.passwordHash) throw passwordNotSet();
  if (isRight) return found;
  await noteFailure(options, found.id, network);
  throw wrongPassword();
}

/** The same, counted. */
async function authenticate(options: EmbeddedProviderOptions, signIn: SignIn): Promise<Account> {
  const { limiter } = options;
  const [account, failures] = triesOf(signIn);
  // Counted before it is made, so that tries at the same instant can't outrun the count.
  await limiter.takeAll([account, failures]);
  try {
    const found = await matchingAccount(options, signIn);
    await limiter.giveBack([failures], [account]);
    return found;
  } catch (error) {
    const isAnswer = error instanceof Problem && answers.includes(error.code);
    if (!isAnswer) await limiter.giveBack([account, failures]).catch(() => {});
    throw error;
  }
}

/** Today's hash of a password that was just found right, where the stored one is weaker. */
async function renewHash(
  storage: Storage,
  account: Account,
  { password, network }: SignIn,
): Promise<void> {
  if (!account.passwordHash || !needsRehash(account.passwordHash)) return;
  const passwordHash = await hashPassword(password, { network, isKnown: true });
  await storage.write(({ db }) => savePasswordHash(db, account.id, passwordHash));
}

export function createEmbeddedProvider(options: EmbeddedProviderOptions): EmbeddedProvider {
  const { storage, now } = options;
  const idTokens = createIdTokens({ storage, issuer: options.siteUrl, now });

  async function prove(account: Account, session?: Session): Promise<SignedIn> {
    const { id, email, displayName, photoURL, generation } = account;
    const user = { id, email, displayName, photoURL };
    const idToken = await idTokens.sign({
      ...user,
      subject: id,
      generation,
      authenticatedAt: session?.authenticatedAt ?? now(),
      sessionId: session?.id,
    });
    return { user, idToken };
  }

  /** The proof for a session that is good; without one, of a sign-in. */
  async function proofOf(personId: string, session?: Session): Promise<SignedIn | null> {
    const account = await findAccount(storage.writer, personId);
    return account ? prove(account, session) : null;
  }

  /** The account that the same request made before its answer was lost. Throws `email-taken` where it is another. */
  async function proofOfSame(
    request: Omit<RepeatableRequest, 'personId'> & {
      readonly content: Profile & { readonly email: string };
    },
    password: string,
    turn: Turn,
  ): Promise<SignedIn> {
    const known = await findAccountByEmail(storage.writer, request.content.email);
    const isSame = known && (await resultOf(storage.writer, { ...request, personId: known.id }));
    // The key is no secret: the password says whose account it is, until the account asks for more.
    if (!isSame || !(await verifyPassword(password, known.passwordHash, turn))) throw emailTaken();
    if ((await methodsOf(storage.writer, known.id)).length > 0) throw emailTaken();
    return prove(known);
  }

  return {
    async signUp({ password, network, ...profile }, key) {
      const request = { purpose: 'signUp', key, content: profile, now: now() };
      const who = { network, isKnown: false };
      // Before the work, for whoever can be told so; the write decides.
      if (await findAccountByEmail(storage.writer, profile.email)) {
        return proofOfSame(request, password, who);
      }
      const account = {
        id: randomUUIDv7(),
        ...profile,
        passwordHash: await hashPassword(password, who),
        isEmailVerified: false,
        createdAt: now(),
      };
      const added = await storage.write(async (write) => {
        const added = await insertAccount(write.db, account);
        if (added) await rememberResult(write, { ...request, personId: added.id }, added.id);
        return added;
      });
      return added ? prove(added) : proofOfSame(request, password, who);
    },
    async signIn(input) {
      const account = await authenticate(options, input);
      await renewHash(storage, account, input);
      const secondStep = await askSecondStep(options, { personId: account.id, link: input.link });
      return secondStep ? { secondStep } : prove(account);
    },
    async passFirstStep(first) {
      const secondStep = await askSecondStep(options, first);
      return secondStep ? { secondStep } : proofOf(first.personId);
    },
    async updateProfile(session, { displayName, photoURL }) {
      const personId = session.person.id;
      await storage.write(async ({ db, touch }) => {
        await db
          .updateTable('people')
          .set({ name: displayName, photo_url: photoURL })
          .where('id', '=', personId)
          .execute();
        // The name stands on every page that shows something by this person.
        touch(everything);
      });
      const proof = await proofOf(personId, session);
      if (!proof) throw notSignedIn();
      return proof;
    },
    vouchFor: (personId) => proofOf(personId),
    jwks: idTokens.jwks,
    identify: idTokens.verify,
    async admit({ db }, { subject, generation }) {
      // The provider made the person at sign-up; none means that the account was deleted.
      if (!generation || !(await holdGeneration(db, subject, generation))) {
        throw notSignedIn();
      }
      return subject;
    },
    renew: async (session) => (await proofOf(session.person.id, session))?.idToken ?? null,
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
        return now();
      }
      if (!isFresh(session, now())) throw signInAgain();
      return session.authenticatedAt;
    },
    async endTokens({ db }, personId) {
      await beginGeneration(db, personId);
      await endTokensOf(db, personId);
    },
  };
}
