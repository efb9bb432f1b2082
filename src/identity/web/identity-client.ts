import type { Person } from '../person.ts';

/** What a provider gives for a sign-in. */
export interface Proof {
  readonly user: Person;
  /** A signed token, for `POST /jwt` only; it is kept in memory and nowhere else. */
  readonly idToken: string;
}

export interface Profile {
  readonly displayName: string;
  readonly photoURL: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface GoogleAsk {
  /** Path of this site to come back to. */
  readonly to: string;
  /** The window was closed, as far as can be seen from here; an outcome may still arrive. */
  readonly onWindowClosed: () => void;
  /** Stops waiting for the outcome. */
  readonly signal: AbortSignal;
}

/** Google vouches for an address whose account has a password: whoever knows it joins the two. */
export interface PasswordNeeded {
  readonly kind: 'password-needed';
  readonly email: string;
  readonly to: string;
  readonly link: (password: string) => Promise<Proof>;
}

export type GoogleOutcome =
  | { readonly kind: 'signed-in'; readonly proof: Proof; readonly to: string }
  | PasswordNeeded
  /** Given up, or carried on elsewhere: nothing more happens on this page. */
  | { readonly kind: 'none' };

/**
 * What the site needs of an identity provider in the browser. Each provider is one file that implements it; all
 * methods throw a `Problem` for what people have to be told.
 */
export interface IdentityClient {
  signUp(account: Profile & Credentials): Promise<Proof>;
  signIn(credentials: Credentials): Promise<Proof>;
  /** Asks in a popup; where popups are blocked the whole page goes to Google. Call it straight from a click. */
  signInWithGoogle(ask: GoogleAsk): Promise<GoogleOutcome>;
  /** What Google's answer came to, on a page that it led back to; null on every other page. */
  resumeGoogle(): Promise<GoogleOutcome | null>;
  signOut(): Promise<void>;
  updateProfile(profile: Profile): Promise<Proof>;
  /** Who is signed in, asked anew; null for nobody. */
  currentUser(): Promise<Person | null>;
  /** A token that is still good, for `POST /jwt`; null for nobody. */
  idToken(): Promise<string | null>;
  /** Tells the other tabs that somebody signed in or out in this one. */
  announceChange(): void;
  /** Calls the listener when that may have happened elsewhere. Returns how to stop. */
  onChange(listener: () => void): () => void;
}
