import type { RemakingClock } from './remaking.ts';

/** A clock that only the test advances; `next` is the callback that was scheduled last. */
export function createManualClock() {
  const clock = {
    time: 0,
    busy: 0,
    /** The delays of the scheduled callbacks, in milliseconds. */
    waits: [] as number[],
    next: undefined as (() => void) | undefined,
    now: () => clock.time,
    later(ms: number, run: () => void) {
      clock.waits.push(ms);
      clock.next = run;
    },
    busyShare: () => clock.busy,
    /** Runs the scheduled callback and the promise callbacks that follow from it. */
    async runNext() {
      const run = clock.next;
      clock.next = undefined;
      run?.();
      await new Promise(setImmediate);
    },
  };
  return clock satisfies RemakingClock;
}
