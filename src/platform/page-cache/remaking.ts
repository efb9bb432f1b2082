import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** Times in milliseconds. */
export interface RemakingClock {
  now(): number;
  /** Holds up no exit of the process. */
  later(ms: number, run: () => void): void;
  /** How much of the time since the last call the event loop was busy, from 0 to 1. */
  busyShare(): number;
}

/** A page that a change has dropped while it was in use. */
export interface DroppedPage {
  /** The same for the same page. */
  readonly name: string;
  /** Requests that it has answered. */
  readonly hits: number;
  /** Makes it again, unless somebody has asked for it meanwhile. */
  readonly make: () => Promise<unknown>;
}

export interface Remaking {
  /** The most used of these are made again. */
  add(pages: readonly DroppedPage[]): void;
  close(): void;
}

/** A change that touches thousands of pages has only the most used ones made again. */
export const waitingMax = 8;
/** Of a process's time: a storm of edits costs no more than this. */
const timeShare = 0.05;
/** Edits that follow each other at once are one change. */
const settleMs = 50;
/** While requests take more of the event loop than this, they make what they need. */
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

/** The most used of very many, the most used first. */
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

/** Makes dropped pages again in the background, one at a time, so that nobody waits for them. */
export function createRemaking(clock: RemakingClock): Remaking {
  const waiting = new Map<string, DroppedPage>();
  let isGoing = false;
  let isClosed = false;

  function goOn(): void {
    const [page] = mostUsed(waiting.values(), 1);
    isGoing = page !== undefined;
    if (!page) return;
    if (clock.busyShare() > busyMax) {
      clock.later(busyPauseMs, goOn);
      return;
    }
    waiting.delete(page.name);
    const began = clock.now();
    const rest = () => clock.later((clock.now() - began) * (1 / timeShare - 1), goOn);
    // Who asks for the page is told that it can't be made.
    page.make().then(rest, rest);
  }

  return {
    add(pages) {
      if (isClosed) return;
      for (const page of pages) waiting.set(page.name, page);
      const most = mostUsed(waiting.values(), waitingMax);
      waiting.clear();
      for (const page of most) waiting.set(page.name, page);
      if (isGoing || waiting.size === 0) return;
      isGoing = true;
      // What was before doesn't count.
      clock.busyShare();
      clock.later(settleMs, goOn);
    },
    close() {
      isClosed = true;
      waiting.clear();
    },
  };
}
