import type { RemakingClock } from './remaking.ts';

/** A clock that stands still until told otherwise; what it is to run later waits in `next`. */
export function handClock() {
  const clock = {
    time: 0,
    busy: 0,
    /** Milliseconds that each wait was to take. */
    waits: [] as number[],
    next: undefined as (() => void) | undefined,
    now: () => clock.time,
    later(ms: number, run: () => void) {
      clock.waits.push(ms);
      clock.next = run;
    },
    busyShare: () => clock.busy,
    /** Runs what waits, and lets all that follows from it happen. */
    async goOn() {
      const run = clock.next;
      clock.next = undefined;
      run?.();
      await new Promise(setImmediate);
    },
  };
  return clock satisfies RemakingClock;
}
