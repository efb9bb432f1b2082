import { Problem } from '../../../platform/contract/problems.ts';
import type { RateLimiter, Try } from '../../../platform/http/answers/rate-limit.ts';

/** Counts each try, then does the work. What came to nothing because the site was busy isn't the person's doing. */
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
