import type { RemakingClock } from './remaking.ts';

/** A clock that is advanced by the test; the next callback waits in `next`. */
export function handClock() {
  const clock = {
    time: 0,
    busy: 0,
    /** Requested delays in milliseconds. */
    waits: [] as number[],
    next: undefined as (() => void) | undefined,
    now: () => clock.time,
    later(ms: number, run: () => void) {
      clock.waits.push(ms);
      clock.next = run;
    },
    busyShare: () => clock.busy,
    /** Runs the waiting callback and everything that follows from it. */
    async goOn() {
      const run = clock.next;
      clock.next = undefined;
      run?.();
      await new Promise(setImmediate);
    },
  };
  return clock satisfies RemakingClock;
}
