import type { JSONWebKeySet } from 'jose';
import type { Person } from './person.ts';

/** Who an ID token speaks for. */
export interface Identity {
  /** The provider's name for the person: never changes, never passes to somebody else. */
  readonly subject: string;
  /** Lower case, NFC. */
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string | null;
  /** Which of the account's generations the token belongs to; only the embedded provider has them. */
  readonly generation?: number | undefined;
}

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

/**
 * What the site needs of an identity provider. Addresses and passwords arrive checked and normalised. The site's
 * own server believes nothing but `identify`; every provider passes identity-provider.suite.ts.
 */
export interface IdentityProvider {
  /** Throws `email-taken`. */
  signUp(input: SignUp): Promise<SignedIn>;
  /** Throws `user-not-found`, `wrong-password`, `password-not-set` or `too-many-requests`. */
  signIn(input: SignIn): Promise<SignedIn>;
  updateProfile(personId: string, profile: Profile): Promise<SignedIn>;
  /** A fresh ID token for somebody whose session is good; null when the account is gone. */
  refresh(personId: string): Promise<SignedIn | null>;
  /** Checks signature, issuer, audience and expiry. Throws `not-signed-in` unless all of them hold. */
  identify(idToken: string): Promise<Identity>;
  /** The public keys that ID tokens are signed with. */
  jwks(): Promise<JSONWebKeySet>;
}
