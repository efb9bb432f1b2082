import type { JSONWebKeySet } from 'jose';
import type { QueueMail } from '../../../../identity/mail/outbox-store.ts';
import type { Person } from '../../../../identity/person.ts';
import { indexPersonAgain } from '../../../../identity/person-index.ts';
import type { Session } from '../../../../identity/session/session.ts';
import type { SignUpPolicy } from '../../../../identity/sign-up-policy.ts';
import { notSignedIn } from '../../../../platform/contract/problems.ts';
import { type RepeatableRequest, rememberResult, resultOf } from '../../../../storage/make-once.ts';
import { rowId } from '../../../../storage/row-id.ts';
import { everything } from '../../../../storage/storage.ts';
import { emailTaken, signInAgain } from '../../contract/problems.ts';
import type { SecondStep } from '../../contract/second-step.ts';
import {
  type Account,
  type ForeignIdentity,
  findAccount,
  findAccountByEmail,
  hasLinkedIdentity,
  holdTokenVersion,
  insertAccount,
  raiseTokenVersion,
} from '../account-store.ts';
import { methodsOf } from '../factors/factor-store.ts';
import { askSecondStep, type FirstStep } from '../factors/first-step.ts';
import { type IdentityProvider, isFresh } from '../identity-provider.ts';
import { endTokensOf } from '../one-time-tokens.ts';
import { verificationMail } from './account-mails.ts';
import type { Requester } from './hash-queue.ts';
import { createIdTokens } from './id-tokens.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import {
  authenticate,
  type PasswordTry,
  type PasswordTryParts,
  renewHash,
} from './password-tries.ts';

/** Proof of a sign-in. */
export interface SignedIn {
  readonly user: Person;
  /** JSON Web Token, valid for five minutes. */
  readonly idToken: string;
}

/** The outcome of a sign-in: its proof, or the second step that is required. */
export type SignInOutcome = SignedIn | { readonly secondStep: SecondStep };

export interface Profile {
  readonly displayName: string;
  readonly photoURL: string;
}

export interface SignUp extends Profile {
  readonly email: string;
  readonly password: string;
  /** The caller's network, for the hash queue. */
  readonly network: string;
  /** The token of the invitation's link. */
  readonly invite?: string | undefined;
}

export interface SignIn extends PasswordTry {
  /** The identity to link to the account after a second step. */
  readonly link?: ForeignIdentity;
}

export interface EmbeddedProviderOptions extends PasswordTryParts {
  /** The issuer of its ID tokens. */
  readonly siteUrl: string;
  readonly signUpPolicy: SignUpPolicy;
  /** Undefined where the site sends no mail. */
  readonly queueMail?: QueueMail | undefined;
}

/** The embedded provider: accounts in the site's own database. Its input is validated and normalized. */
export interface EmbeddedProvider extends IdentityProvider {
  /**
   * Throws `email-taken`, and what the sign-up policy throws. Idempotent by `key`: a request that repeats the key and
   * knows the password gets the account that the first one created.
   */
  signUp(input: SignUp, key?: string): Promise<SignedIn>;
  /** Throws `user-not-found`, `wrong-password`, `password-not-set` or `too-many-requests`. */
  signIn(input: SignIn): Promise<SignInOutcome>;
  /** The outcome after a first step elsewhere, such as at Google; null when the account is deleted. */
  passFirstStep(first: FirstStep): Promise<SignInOutcome | null>;
  updateProfile(session: Session, profile: Profile): Promise<SignedIn>;
  /** An ID token for a person who has completed every step of a sign-in; null when the account is deleted. */
  vouchFor(personId: string): Promise<SignedIn | null>;
  /** The public keys for ID tokens. */
  jwks(): Promise<JSONWebKeySet>;
}

export function createEmbeddedProvider(options: EmbeddedProviderOptions): EmbeddedProvider {
  const { storage, now } = options;
  const idTokens = createIdTokens({ storage, issuer: options.siteUrl, now });

  async function prove(account: Account, session?: Session): Promise<SignedIn> {
    const { id, email, displayName, photoURL, role, tokenVersion } = account;
    const user = { id, email, displayName, photoURL, role };
    const idToken = await idTokens.sign({
      ...user,
      subject: id,
      tokenVersion,
      authenticatedAt: session?.authenticatedAt ?? now(),
      sessionId: session?.id,
    });
    return { user, idToken };
  }

  /** The proof for a valid session; without one, for a sign-in. */
  async function proofOf(personId: string, session?: Session): Promise<SignedIn | null> {
    const account = await findAccount(storage.writer, personId);
    return account ? prove(account, session) : null;
  }

  /** The account that the same request created before its reply was lost. Throws `email-taken` for another account. */
  async function proofOfSame(
    request: Omit<RepeatableRequest, 'personId'> & {
      readonly content: Profile & { readonly email: string };
    },
    password: string,
    requester: Requester,
  ): Promise<SignedIn> {
    const known = await findAccountByEmail(storage.writer, request.content.email);
    const isSame = known && (await resultOf(storage.writer, { ...request, personId: known.id }));
    // The idempotency key is no secret: the password proves ownership, unless the account requires a second factor.
    if (!isSame || !(await verifyPassword(password, known.passwordHash, requester)))
      throw emailTaken();
    if ((await methodsOf(storage.writer, known.id)).length > 0) throw emailTaken();
    return prove(known);
  }

  return {
    async signUp({ password, network, invite, ...profile }, key) {
      const request = { purpose: 'signUp', key, content: profile, now: now() };
      const who = { network, isKnown: false };
      // Checked before the expensive work where possible; the write decides.
      if (await findAccountByEmail(storage.writer, profile.email)) {
        return proofOfSame(request, password, who);
      }
      await options.signUpPolicy.assertOpen({ network, invite });
      const account = {
        id: rowId(),
        ...profile,
        passwordHash: await hashPassword(password, who),
        isEmailVerified: false,
        createdAt: now(),
      };
      const added = await storage.write(async (write) => {
        const added = await insertAccount(write.db, account);
        if (!added) return undefined;
        await options.signUpPolicy.recordSignUp(write, added.id, { network, invite });
        await rememberResult(write, { ...request, personId: added.id }, added.id);
        // Even if the outbox is full: the e-mail can be requested again.
        await options.queueMail?.(write, verificationMail, { personId: added.id });
        return added;
      });
      return added ? prove(added) : proofOfSame(request, password, who);
    },
    async signIn(input) {
      const account = await authenticate(options, input);
      await renewHash(storage, account, input);
      const { id: personId, tokenVersion } = account;
      const secondStep = await askSecondStep(options, { personId, link: input.link }, tokenVersion);
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
        await indexPersonAgain({ db }, personId);
        // The name is on every page with content by this person.
        touch(everything);
      });
      const proof = await proofOf(personId, session);
      if (!proof) throw notSignedIn();
      return proof;
    },
    vouchFor: (personId) => proofOf(personId),
    jwks: idTokens.jwks,
    identify: idTokens.verify,
    async admit({ db }, { subject, tokenVersion }) {
      // Sign-up created the person; a missing one means that the account was deleted.
      if (!tokenVersion || !(await holdTokenVersion(db, subject, tokenVersion))) {
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
      await raiseTokenVersion(db, personId);
      await endTokensOf(db, personId);
    },
  };
}
