import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoggerOptions } from 'pino';

/** A run of characters that may be part of an e-mail address: no blanks, quotes, brackets or separators. */
const word = /[^\s"'<>()=,;:/]+/g;
/** In URLs the @ may be written as `%40`. */
const holdsAddress = /[^@](?:@|%40)[^@]/i;
/** Maximum length of a chain of causes. */
const deepestCause = 4;

/**
 * Text with e-mail addresses removed: database and mail libraries quote them in their messages. Works word by word,
 * because the text may come from untrusted clients, and a regular expression for a whole address would restart at each
 * letter before an @.
 */
function withoutAddresses(text: string): string {
  if (!/@|%40/.test(text)) return text;
  return text.replace(word, (found) => (holdsAddress.test(found) ? '[e-mail]' : found));
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** The fields of an error that help to find its cause; any other field may contain user input. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: withoutAddresses(String(error)) };
  const code = 'code' in error ? String(error.code) : undefined;
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    ...(code !== undefined && { code }),
    ...(error.stack && { stack: withoutAddresses(error.stack) }),
    ...(error.cause !== undefined &&
      depth < deepestCause && { cause: loggedError(error.cause, depth + 1) }),
  };
}

/** The length of a bearer secret in a page's address (256 bits in Base64): no name or id of the site is as long. */
const secret = /[\w-]{43,}/g;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Also finds percent-encoded secrets, and those followed by other characters, such as a bracket from an e-mail. */
function withoutSecrets(path: string): string {
  const read = path.includes('%') ? decoded(path) : path;
  const hidden = read.replace(secret, '[secret]');
  return hidden === read ? path : hidden;
}

/**
 * The path without its query, which may contain an e-mail address, a search or a token, and without secrets in the
 * path.
 */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return withoutAddresses(withoutSecrets(end < 0 ? url : url.slice(0, end)));
}

/** Settings of pino: cookies, headers, queries, bodies and e-mail addresses are never logged. */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request.url) }),
      res: (reply: FastifyReply) => ({ status: reply.statusCode }),
      err: (error: unknown) => loggedError(error),
    },
  };
}
