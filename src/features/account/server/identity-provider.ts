import type { Session } from '../../../identity/session/session.ts';
import type { Newcomer } from '../../../identity/sign-up-policy.ts';
import type { Write } from '../../../storage/storage.ts';

/** Who an ID token speaks for. */
export interface VouchedPerson {
  readonly issuer: string;
  /** The issuer's name for the person: never changes, never passes to another person. */
  readonly subject: string;
  /** Lower case, NFC. */
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string | null;
  /** The account's token version when the token was issued; only the embedded provider has versions. */
  readonly tokenVersion?: number | undefined;
  /** When the person proved who they are, in milliseconds since 1970: the beginning of whatever session comes of it. */
  readonly authenticatedAt: number;
  /** The session that the token was given to; absent for the token of a sign-in. The exchange carries that one on. */
  readonly sessionId?: string | undefined;
}

/** What the account page shows beside name, photo and address. */
export interface AccountFacts {
  readonly hasPassword: boolean;
  readonly hasGoogle: boolean;
  readonly isEmailVerified: boolean;
  readonly createdAt: number;
}

/** A dangerous step, and who says that they mean it. */
export interface Confirmation {
  readonly session: Session;
  /** Empty for an account without one. */
  readonly password: string;
  /** The caller's network, for counting failures. */
  readonly network: string;
}

/**
 * All that the site needs of the provider of its accounts. How people sign in there is the provider's own business, and
 * has routes of its own; it ends with an ID token in the page, which `POST /jwt` exchanges for the session. Every provider
 * passes identity-provider.suite.ts.
 */
export interface IdentityProvider {
  /**
   * Checks signature, issuer, audience and that the token is at most five minutes old. Throws `not-signed-in` unless
   * all of them hold.
   */
  identify(idToken: string): Promise<VouchedPerson>;
  /**
   * The site's own record of a vouched person, found or made inside the write that begins the session; its id. Found by
   * issuer and subject, never by e-mail. Throws `not-signed-in` where the account has ended its tokens since,
   * `email-taken` where another person has the address, and for a new person what the sign-up policy throws.
   */
  admit(write: Write, who: VouchedPerson, newcomer: Newcomer): Promise<string>;
  /**
   * A fresh ID token for the owner of a session, valid as long as the session, whose age doesn't change; null where the
   * provider gives none without asking the person.
   */
  renew(session: Session): Promise<string | null>;
  factsOf(personId: string): Promise<AccountFacts | undefined>;
  /**
   * When the person proved to be themselves: just now, by the password, or by the sign-in of a moment ago. Throws
   * `wrong-password`, `too-many-requests` or, without a password, `sign-in-again`.
   */
  confirm(confirmation: Confirmation): Promise<number>;
  /** Ends all tokens that were handed out for this person, as far as the provider knows of them. */
  endTokens(write: Write, personId: string): Promise<void>;
}

/** How recent a sign-in has to be to stand in for a password that the account doesn't have. */
const freshSignInMs = 10 * 60_000;

/** Whether the person signed in a moment ago. */
export function isFresh({ authenticatedAt }: Session, now: number): boolean {
  return authenticatedAt >= now - freshSignInMs;
}
