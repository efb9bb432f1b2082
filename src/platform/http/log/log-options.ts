import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoggerOptions } from 'pino';

/** What an address could be part of: a stretch without blanks, quotes, brackets and what separates. */
const word = /[^\s"'<>()=,;:/]+/g;
/** In an address of the web the sign is written as `%40` too. */
const holdsAddress = /[^@](?:@|%40)[^@]/i;
/** How far a chain of causes is followed. */
const deepestCause = 4;

/**
 * Text as it may be logged: database and mail libraries like to quote addresses in their messages. Word by word: what
 * strangers send ends up here, and an expression for a whole address would start anew at each letter before an @.
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

/** The fields of an error that help to find its cause; any other may hold what a person typed. */
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

/** As long as a secret that is all one needs to see a page (256 bits in Base64): no name or id of the site's is. */
const secret = /[\w-]{43,}/g;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** However a secret is spelt: what follows it, such as the bracket that a mail put there, doesn't hide it. */
function withoutSecrets(path: string): string {
  const read = path.includes('%') ? decoded(path) : path;
  const hidden = read.replace(secret, '[secret]');
  return hidden === read ? path : hidden;
}

/** The path without its query, which may hold an e-mail address, a search or a token, and without tokens of its own. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return withoutAddresses(withoutSecrets(end < 0 ? url : url.slice(0, end)));
}

/** Settings of pino: neither cookies nor headers, queries, bodies or e-mail addresses are ever written. */
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
