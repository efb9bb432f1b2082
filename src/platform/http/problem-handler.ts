import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  badRequest,
  headersTooLarge,
  internalError,
  methodNotAllowed,
  notFound,
  Problem,
  type ProblemKind,
  tooLarge,
  tooManyRequests,
  tooSlow,
  unavailable,
  unsupportedMediaType,
  urlTooLong,
} from '../contract/problems.ts';
import { collectMethods } from './answers/allowed-methods.ts';
import { logProblem } from './log/log-problem.ts';
import { negotiated } from './problem-json.ts';
import { noteProblem, problemBody, problemHeaders } from './raw-problem.ts';
import { securityHeaders } from './security-headers.ts';

export interface ProblemHandlerOptions {
  /** Whether a URL without its own route belongs to a page, and so answers GET and HEAD. */
  readonly isPage?: (url: string) => boolean;
  /**
   * Sends an error page if the request is for a page, and then returns true; status and `Retry-After` are set already.
   * Other requests get JSON.
   */
  readonly sendPage?: (
    problem: Problem,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<boolean>;
}

const pageMethods: readonly string[] = ['GET', 'HEAD'];

/** Converts every thrown error and every unknown address into a uniform error reply. */
export function handleProblems(app: FastifyInstance, options: ProblemHandlerOptions = {}): void {
  const methodsOf = collectMethods(app);

  app.setErrorHandler(async (error, request, reply) => {
    await answerProblem(error, request, reply, options);
    return reply;
  });

  app.setNotFoundHandler(async (request, reply) => {
    const routed = methodsOf(request.url);
    const allowed = routed.length === 0 && options.isPage?.(request.url) ? pageMethods : routed;
    const isKnown = allowed.length > 0 && !allowed.includes(request.method);
    if (isKnown) reply.header('allow', allowed.join(', '));
    await answerProblem(isKnown ? methodNotAllowed() : notFound(), request, reply, options);
    return reply;
  });
}

/** Sends the reply for `error`. An unexpected error is logged with the request's id; the reply contains only the id. */
export async function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { sendPage }: ProblemHandlerOptions = {},
): Promise<void> {
  const answer = toProblem(error);
  logProblem(request.log, answer, { req: request });
  noteProblem(request.raw, answer);
  reply.code(answer.status).headers(problemHeaders(answer));
  if (await sendPage?.(answer, request, reply)) return;
  const body = problemBody(answer, request.id);
  const { text, headers } = negotiated(request.headers.accept, answer.status, body);
  reply
    .headers(securityHeaders({ kind: 'api', isHttps: false }))
    .headers(headers)
    .send(text);
}

const kindByStatus: Readonly<Record<number, ProblemKind>> = {
  404: notFound,
  405: methodNotAllowed,
  408: tooSlow,
  413: tooLarge,
  414: urlTooLong,
  415: unsupportedMediaType,
  429: tooManyRequests,
  431: headersTooLarge,
};

/** The problem for an error: itself, a framework error, an unavailable database, or an internal error. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) return unavailable({ retryAfter: 1, cause: error });
  const status = statusOf(error);
  if (status >= 400 && status < 500) return (kindByStatus[status] ?? badRequest)({ cause: error });
  return internalError({ cause: error });
}

function statusOf(error: unknown): number {
  const hasStatus = error instanceof Error && 'statusCode' in error;
  return hasStatus && typeof error.statusCode === 'number' ? error.statusCode : 500;
}

/**
 * SQLite's result codes for temporary failures (sqlite.org/rescode.html): another process holds the lock (BUSY,
 * LOCKED), or the disk is full.
 */
const passingSqliteCode: ReadonlySet<number> = new Set([5, 6, 13]);
/**
 * PostgreSQL's SQLSTATE classes and codes for temporary failures: connection lost, out of resources, shutting down or
 * starting, statement timeout, serialization failure, deadlock, read-only during a failover.
 */
const passingSqlState = /^(08...|53...|57P0[1-5]|57014|40001|40P01|25006)$/;
const brokenConnection: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);
/**
 * Codes of the storage's errors: a newer version of the site has migrated the database and replaces this process; other
 * processes' changes are unknown until the database answers.
 */
const passingStorageCode: ReadonlySet<string> = new Set(['SCHEMA_NEWER', 'CHANGES_UNKNOWN']);
/** Messages of `pg` errors without a code when its pool or a connection gives up. */
const pgGaveUp =
  /timeout exceeded when trying to connect|connection terminated|client has encountered a connection error/i;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    passingSqliteCode.has(error.errcode & 0xff)
  )
    return true;
  if ('code' in error && typeof error.code === 'string') {
    if (passingSqlState.test(error.code) || brokenConnection.has(error.code)) return true;
    if (passingStorageCode.has(error.code)) return true;
  }
  return pgGaveUp.test(error.message) || isUnavailable(error.cause);
}
