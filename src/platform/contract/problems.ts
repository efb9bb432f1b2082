/** Every error is a value: code, status and a message for people. */

/** An invalid field: its path and the reason, for the person who filled it in. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export interface ProblemDetails {
  /** Replaces the kind's message by a more specific one. */
  readonly message?: string;
  readonly issues?: readonly Issue[];
  /** True if the resource existed and was removed: a page answers 410. */
  readonly isGone?: true;
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** The body of every error reply. */
export interface ProblemBody {
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
  readonly issues?: readonly Issue[];
  readonly isGone?: true;
}

interface ProblemParts {
  readonly code: string;
  readonly status: number;
  readonly message: string;
}

/** A kind of problem: `throw blogNotFound()`, `if (blogNotFound.is(error))`, `refusals: [blogNotFound]`. */
export interface ProblemKind extends ProblemParts {
  (details?: ProblemDetails): Problem;
  is(error: unknown): boolean;
}

export class Problem extends Error {
  /** The pages' bundle has its own copy of this class: `instanceof` must accept problems of both. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'Problem' && 'code' in value;
  }

  override readonly name = 'Problem';
  readonly code: string;
  readonly status: number;
  readonly issues: readonly Issue[] | undefined;
  readonly isGone: boolean;
  readonly retryAfter: number | undefined;

  constructor(kind: ProblemParts, details: ProblemDetails = {}) {
    super(details.message ?? kind.message, { cause: details.cause });
    this.code = kind.code;
    this.status = kind.status;
    this.issues = details.issues;
    this.isGone = details.isGone === true;
    this.retryAfter = details.retryAfter;
  }
}

/** Declares a kind of problem, beside the endpoints that answer it. Codes are unique on the site. */
export function defineProblem(code: string, status: number, message: string): ProblemKind {
  const parts: ProblemParts = { code, status, message };
  const kind = (details?: ProblemDetails) => new Problem(parts, details);
  const is = (error: unknown) => error instanceof Problem && error.code === code;
  return Object.assign(kind, parts, { is });
}

export const invalidInput = defineProblem(
  'invalid-input',
  400,
  'Some of what was sent is not valid.',
);
export const badRequest = defineProblem('bad-request', 400, 'The request could not be understood.');
export const notSignedIn = defineProblem('not-signed-in', 401, 'Please sign in first.');
/** For personal tokens. Browsers hold none, so these two don't end a session in the browser. */
export const tokenNotValid = defineProblem(
  'token-not-valid',
  401,
  'This token is not one of this site, or it was revoked or has expired.',
);
export const tokenNotEnough = defineProblem(
  'token-not-enough',
  403,
  'A personal token can not be used for this call.',
);
export const notYours = defineProblem('not-yours', 403, 'You are not allowed to do this.');
export const foreignOrigin = defineProblem(
  'foreign-origin',
  403,
  'This request came from another site.',
);
export const misdirected = defineProblem('misdirected', 421, 'This site goes by another name.');
export const notFound = defineProblem('not-found', 404, 'There is nothing at this address.');
export const methodNotAllowed = defineProblem(
  'method-not-allowed',
  405,
  'This address does not answer that method.',
);
export const keyUsedAlready = defineProblem(
  'key-used-already',
  409,
  'This was sent before with another text, and that has been saved.',
);
export const tooSlow = defineProblem('too-slow', 408, 'The request took too long to arrive.');
export const tooLarge = defineProblem('too-large', 413, 'What was sent is too large.');
export const urlTooLong = defineProblem('url-too-long', 414, 'The address is too long.');
export const unsupportedMediaType = defineProblem(
  'unsupported-media-type',
  415,
  'Send JSON with content-type application/json.',
);
export const expectationFailed = defineProblem(
  'expectation-failed',
  417,
  'This site fulfils no expectation but 100-continue.',
);
export const tooManyRequests = defineProblem(
  'too-many-requests',
  429,
  'Too many requests. Please wait a moment.',
);
export const headersTooLarge = defineProblem(
  'headers-too-large',
  431,
  'The request has too many or too long headers.',
);
export const internalError = defineProblem('internal', 500, 'Something went wrong on our side.');
/**
 * It can't be determined whether the change was stored. Retrying the same request resolves this: it takes effect once.
 */
export const outcomeUnknown = defineProblem(
  'outcome-unknown',
  503,
  "It isn't known whether this was saved. Please send it again: it will be there once.",
);
/** The change was certainly not stored. */
export const unavailable = defineProblem(
  'unavailable',
  503,
  'The site is busy. Please try again in a moment.',
);
