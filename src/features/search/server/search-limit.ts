import { createCallCounts } from '../../../identity/tokens/call-counts.ts';
import { tooManyRequests } from '../../../platform/contract/problems.ts';
import { networkOf } from '../../../platform/http/ingress/network-of.ts';

const spanMs = 60_000;
/** Text searches of one member, or one network, per minute and process: at most a hundredth of its time. */
export const searchesMax = 60;
/** The same for pages that are cached for all visitors, which count as a single client. */
export const pageSearchesMax = 600;

interface Asking {
  /** Empty when a page is rendered for all visitors. */
  readonly ip: string;
  readonly personId: string | undefined;
}

/**
 * Rate limit of text searches, counted in memory: a write for each would cost more than the search. The returned
 * function throws `too-many-requests`. `limits` is a factor on every limit; 0 switches it off.
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
