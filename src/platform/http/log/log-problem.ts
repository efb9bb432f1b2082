import type { FastifyBaseLogger } from 'fastify';
import { internalError, type Problem } from '../../contract/problems.ts';
import { loggedError } from './log-options.ts';
import { createLogThrottle } from './log-throttle.ts';

/** For the whole process: a database that is gone fails every request, and one line says so. */
const throttle = createLogThrottle();

/**
 * Logs what the site itself is to blame for. What nobody foresaw is told with its stack; what is known to happen, such
 * as a database that doesn't answer, in one line without, and in a storm every ten seconds, with how many went
 * `unsaid` meanwhile. `more` stands beside it.
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

/** The same for an error outside of any reply: throttled, without a stack. */
export function warnThrottled(log: FastifyBaseLogger, error: unknown, what: string): void {
  const { message, type, code = type } = loggedError(error);
  const unsaid = throttle(`${what} ${code}`);
  if (unsaid !== undefined) log.warn({ reason: message, why: code, unsaid }, what);
}
