import type { FastifyBaseLogger } from 'fastify';
import { internalError, type Problem } from '../../contract/problems.ts';
import { loggedError } from './log-options.ts';
import { createLogThrottle } from './log-throttle.ts';

/** One throttle per process: an unreachable database fails every request but is logged once per interval. */
const throttle = createLogThrottle();

/**
 * Logs the site's own failures. Unexpected errors are logged with their stack; known ones, such as a database that
 * doesn't answer, in one line without it, at most every ten seconds, with the number of suppressed lines in `unsaid`.
 * `more` is added to the entry.
 */
export function logProblem(
  log: FastifyBaseLogger,
  problem: Problem,
  more: Readonly<Record<string, unknown>> = {},
): void {
  if (problem.status < 500) return;
  const reason = problem.cause ?? problem;
  if (internalError.is(problem)) {
    log.error({ err: reason, ...more }, problem.code);
    return;
  }
  const { type, message, code = type } = loggedError(reason);
  const unsaid = throttle(`${problem.code} ${code}`);
  if (unsaid !== undefined) log.warn({ reason: message, why: code, unsaid, ...more }, problem.code);
}

/** The same for an error outside a reply: throttled, without a stack. */
export function warnThrottled(log: FastifyBaseLogger, error: unknown, what: string): void {
  const { message, type, code = type } = loggedError(error);
  const unsaid = throttle(`${what} ${code}`);
  if (unsaid !== undefined) log.warn({ reason: message, why: code, unsaid }, what);
}
