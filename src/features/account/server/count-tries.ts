import { Problem } from '../../../platform/contract/problems.ts';
import type { RateLimiter, Try } from '../../../platform/http/answers/rate-limit.ts';

/**
 * Counts each attempt before the work. Attempts that failed on the server's side, such as by overload, are given back.
 */
export async function countTries<T>(
  limiter: RateLimiter,
  tries: readonly Try[],
  work: () => Promise<T>,
): Promise<T> {
  await limiter.takeAll(tries);
  try {
    return await work();
  } catch (error) {
    const isAnswer = error instanceof Problem && error.status < 500;
    if (!isAnswer) await limiter.giveBack(tries);
    throw error;
  }
}
