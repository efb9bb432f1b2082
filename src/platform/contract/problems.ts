/** The one list of everything that can go wrong: code, status and the sentence that a person reads. */
export const problems = {
  'invalid-input': { status: 400, message: 'Some of what was sent is not valid.' },
  'bad-request': { status: 400, message: 'The request could not be understood.' },
  'user-not-found': { status: 400, message: 'No account found with this email.' },
  'wrong-password': { status: 400, message: 'Incorrect password. Try again.' },
  'password-not-set': {
    status: 400,
    message: 'This account has no password. Log in with Google instead.',
  },
  'link-not-valid': {
    status: 400,
    message: 'This link has expired or was used already. Please ask for a new one.',
  },
  'title-not-confirmed': { status: 400, message: 'This is not the title of the blog.' },
  'google-failed': { status: 400, message: 'Google sign-in did not work. Please try again.' },
  'google-cancelled': { status: 400, message: 'Google sign-in was cancelled.' },
  'google-expired': { status: 400, message: 'Google sign-in took too long. Please try again.' },
  'sign-in-failed': { status: 400, message: 'Signing in did not work. Please try again.' },
  'sign-in-cancelled': { status: 400, message: 'Signing in was cancelled.' },
  'sign-in-expired': { status: 400, message: 'Signing in took too long. Please try again.' },
  'not-signed-in': { status: 401, message: 'Please sign in first.' },
  'not-yours': { status: 403, message: 'You are not allowed to do this.' },
  'foreign-origin': { status: 403, message: 'This request came from another site.' },
  'blog-not-found': { status: 404, message: 'This blog does not exist or has been removed.' },
  'revision-not-found': { status: 404, message: 'This earlier text is not kept any more.' },
  'draft-not-found': { status: 404, message: 'There is no such draft.' },
  'comment-not-found': { status: 404, message: 'This comment has been deleted.' },
  'wish-not-found': { status: 404, message: 'This item is not in your wishlist.' },
  'session-not-found': { status: 404, message: 'This session has ended already.' },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'method-not-allowed': { status: 405, message: 'This address does not answer that method.' },
  'email-taken': { status: 409, message: 'An account with this email already exists.' },
  'own-blog': { status: 409, message: 'Cannot comment on own blog' },
  'said-already': { status: 409, message: 'You have posted this comment already.' },
  'wished-already': { status: 409, message: 'This blog is already in your wishlist.' },
  'wishlist-full': {
    status: 409,
    message: 'Your wishlist is full. Please remove something from it first.',
  },
  'too-many-drafts': {
    status: 409,
    message: 'You have too many drafts. Please publish or discard one first.',
  },
  'key-used-already': {
    status: 409,
    message: 'This was sent before with another text, and that has been saved.',
  },
  'sign-in-again': {
    status: 409,
    message: 'Please log out and log in with Google again to confirm that it is you.',
  },
  'google-not-configured': {
    status: 409,
    message: 'Google sign-in is not set up on this site. Please use your email and password.',
  },
  'google-email-not-verified': {
    status: 409,
    message: 'Google has not verified this email address, so it cannot be used to sign in.',
  },
  'email-not-given': {
    status: 409,
    message: 'Your account there has no email address to share, and this site needs one.',
  },
  'email-not-verified': {
    status: 409,
    message: 'Your email address is not verified there, so it cannot be used to sign in.',
  },
  'kept-elsewhere': {
    status: 409,
    message: 'Accounts and passwords of this site are kept by another provider.',
  },
  'mail-not-configured': { status: 409, message: 'This site does not send mail.' },
  'someone-saved-first': {
    status: 412,
    message: 'This blog has been saved elsewhere since you opened it.',
  },
  'draft-saved-elsewhere': {
    status: 412,
    message: 'This draft has been changed in another tab or on another device.',
  },
  'too-slow': { status: 408, message: 'The request took too long to arrive.' },
  'too-large': { status: 413, message: 'What was sent is too large.' },
  'url-too-long': { status: 414, message: 'The address is too long.' },
  'unsupported-media-type': {
    status: 415,
    message: 'Send JSON with content-type application/json.',
  },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait a moment.' },
  'headers-too-large': { status: 431, message: 'The request has too many or too long headers.' },
  internal: { status: 500, message: 'Something went wrong on our side.' },
  unavailable: { status: 503, message: 'The site is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;

/** One field that was refused: where it is and why, for the person who typed it. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export interface ProblemDetails {
  /** Replaces the sentence of the list where a more exact one helps. */
  readonly message?: string;
  readonly issues?: readonly Issue[];
  /** Seconds until it is worth trying again; sent as `Retry-After`. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** What every error reply holds. */
export interface ProblemBody {
  readonly code: ProblemCode;
  readonly message: string;
  readonly requestId: string;
  readonly issues?: readonly Issue[];
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly issues: readonly Issue[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.message ?? problems[code].message, { cause: details.cause });
    this.code = code;
    this.status = problems[code].status;
    this.issues = details.issues;
    this.retryAfter = details.retryAfter;
  }
}

/** `throw problem('blog-not-found')`: one handler turns it into the reply. */
export function problem(code: ProblemCode, details?: ProblemDetails): Problem {
  return new Problem(code, details);
}
