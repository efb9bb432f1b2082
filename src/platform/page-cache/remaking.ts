import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** Clock and timer of the background rendering. Times in milliseconds. */
export interface RemakingClock {
  now(): number;
  /** The timer doesn't keep the process alive. */
  later(ms: number, run: () => void): void;
  /** The event loop's utilization since the last call, from 0 to 1. */
  busyShare(): number;
}

/** A page that a change has touched: one in use that was dropped from the cache, or a new one. */
export interface TouchedPage {
  /** Identifies the page. */
  readonly name: string;
  /** Number of requests answered with it. */
  readonly hits: number;
  /** Renders it, unless a request has already. */
  readonly make: () => Promise<unknown>;
}

export interface Remaking {
  /** Queues the most used of these pages. */
  add(pages: readonly TouchedPage[]): void;
  close(): void;
}

/** Maximum queue length: after a change that touches thousands of pages only the most used ones are rendered again. */
export const waitingMax = 8;
/** Share of the process's time: limits the cost of frequent edits. */
const timeShare = 0.05;
/** Debounce time: edits in quick succession count as one change. */
const settleMs = 50;
/** Maximum debounce times to wait for the store; it takes about 100 ms to note a change. */
const storeWaitsMax = 5;
/** Above this event loop utilization, background rendering pauses and requests render what they need. */
const busyMax = 0.7;
const busyPauseMs = 1_000;

export function systemClock(): RemakingClock {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return {
    now: () => performance.now(),
    later: (ms, run) => void setTimeout(run, ms).unref(),
    busyShare() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
  };
}

/** The `max` pages with the most hits, in descending order. */
export function mostUsed<P extends { readonly hits: number }>(
  pages: Iterable<P>,
  max: number,
): readonly P[] {
  const most: P[] = [];
  for (const page of pages) {
    const least = most[max - 1];
    if (least && least.hits >= page.hits) continue;
    const place = most.findIndex(({ hits }) => hits < page.hits);
    most.splice(place < 0 ? most.length : place, 0, page);
    most.length = Math.min(most.length, max);
  }
  return most;
}

/**
 * Renders touched pages in the background, one at a time, before they are requested. Waits a while for `isNoted`: the
 * store on the disk takes no page that was rendered before it has noted the change.
 */
export function createRemaking(
  clock: RemakingClock,
  isNoted: () => boolean = () => true,
): Remaking {
  const waiting = new Map<string, TouchedPage>();
  let storeWaits = 0;
  let isGoing = false;
  let isClosed = false;

  function runNext(): void {
    const [page] = mostUsed(waiting.values(), 1);
    isGoing = page !== undefined;
    if (!page) return;
    if (clock.busyShare() > busyMax) {
      clock.later(busyPauseMs, runNext);
      return;
    }
    if (storeWaits < storeWaitsMax && !isNoted()) {
      storeWaits += 1;
      clock.later(settleMs, runNext);
      return;
    }
    storeWaits = 0;
    waiting.delete(page.name);
    const began = clock.now();
    const rest = () => clock.later((clock.now() - began) * (1 / timeShare - 1), runNext);
    // Errors are ignored: the next request for the page reports them.
    page.make().then(rest, rest);
  }

  return {
    add(pages) {
      if (isClosed) return;
      for (const page of pages) {
        const known = waiting.get(page.name);
        if (!known || known.hits < page.hits) waiting.set(page.name, page);
      }
      const most = mostUsed(waiting.values(), waitingMax);
      waiting.clear();
      for (const page of most) waiting.set(page.name, page);
      if (isGoing || waiting.size === 0) return;
      isGoing = true;
      // Resets the measurement.
      clock.busyShare();
      clock.later(settleMs, runNext);
    },
    close() {
      isClosed = true;
      waiting.clear();
    },
  };
}
