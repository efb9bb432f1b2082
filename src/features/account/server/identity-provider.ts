import type { Session } from '../../../identity/session/session.ts';
import type { SignUpAttempt } from '../../../identity/sign-up-policy.ts';
import type { Write } from '../../../storage/storage.ts';

/** The subject of an ID token. */
export interface IdTokenSubject {
  readonly issuer: string;
  /** The issuer's id of the person: never changes and is never reused. */
  readonly subject: string;
  /** Lower case, NFC. */
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string | null;
  /** The account's token version when the token was issued; only the embedded provider has versions. */
  readonly tokenVersion?: number | undefined;
  /** When the person signed in, in milliseconds since 1970: the start of the resulting session. */
  readonly authenticatedAt: number;
  /** The session that the token was issued for, which an exchange continues; absent for the token of a sign-in. */
  readonly sessionId?: string | undefined;
}

/** Facts on the account page besides name, photo and address. */
export interface AccountFacts {
  readonly hasPassword: boolean;
  readonly hasGoogle: boolean;
  readonly isEmailVerified: boolean;
  readonly createdAt: number;
}

/** The confirmation of a dangerous action. */
export interface Confirmation {
  readonly session: Session;
  /** Empty for an account without a password. */
  readonly password: string;
  /** The caller's network, for counting failures. */
  readonly network: string;
}

/**
 * The site's interface to the provider of its accounts. Each provider has its own routes for signing in; they result in
 * an ID token in the page, which `POST /jwt` exchanges for the session. Every provider passes
 * identity-provider.suite.ts.
 */
export interface IdentityProvider {
  /**
   * Checks signature, issuer, audience and that the token is at most five minutes old. Throws `not-signed-in` unless
   * all of them hold.
   */
  identify(idToken: string): Promise<IdTokenSubject>;
  /**
   * The id of the vouched person in the site's database, found or created in the write that starts the session. Found
   * by issuer and subject, never by e-mail. Throws `not-signed-in` where the account's tokens were revoked since,
   * `email-taken` where another person has the address, and for a new person what the sign-up policy throws.
   */
  admit(write: Write, who: IdTokenSubject, attempt: SignUpAttempt): Promise<string>;
  /**
   * A fresh ID token for a session's owner, valid as long as the session, whose age doesn't change; null where the
   * provider issues none without interaction.
   */
  renew(session: Session): Promise<string | null>;
  factsOf(personId: string): Promise<AccountFacts | undefined>;
  /**
   * When the person was last confirmed: now, by the password, or by a recent sign-in. Throws `wrong-password`,
   * `too-many-requests` or, without a password, `sign-in-again`.
   */
  confirm(confirmation: Confirmation): Promise<number>;
  /** Revokes all tokens issued for this person, as far as the provider tracks them. */
  endTokens(write: Write, personId: string): Promise<void>;
}

/** How recent a sign-in must be to replace the password of an account without one. */
const freshSignInMs = 10 * 60_000;

/** Whether the person signed in recently. */
export function isFresh({ authenticatedAt }: Session, now: number): boolean {
  return authenticatedAt >= now - freshSignInMs;
}
