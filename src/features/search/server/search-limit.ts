import { createCallCounts } from '../../../identity/tokens/call-counts.ts';
import { tooManyRequests } from '../../../platform/contract/problems.ts';
import { networkOf } from '../../../platform/http/ingress/network-of.ts';

const spanMs = 60_000;
/** Searches of texts by one member, or from one network, in a minute and process: a hundredth of its time or less. */
export const searchesMax = 60;
/** The same for pages that are kept for everybody: they are made for nobody in particular. */
export const pageSearchesMax = 600;

interface Asking {
  /** Empty where a page is made for everybody. */
  readonly ip: string;
  readonly personId: string | undefined;
}

/**
 * Counts searches of texts in memory: a write for each would cost more than the search. The function it returns throws
 * `too-many-requests`. `limits` is the factor on every limit; 0 switches it off.
 */
export function createSearchLimit(limits: number, now: () => number = Date.now) {
  const counts = createCallCounts(spanMs, now);
  return ({ ip, personId }: Asking): void => {
    const who = ip === '' ? 'pages' : (personId ?? networkOf(ip));
    const most = (ip === '' ? pageSearchesMax : searchesMax) * limits;
    if (limits > 0 && counts.count(who) >= most) {
      throw tooManyRequests({
        retryAfter: counts.secondsLeft(),
        message: 'Too many searches. Please wait a moment.',
      });
    }
    counts.add(who);
  };
}
