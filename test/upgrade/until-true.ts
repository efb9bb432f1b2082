import { setTimeout as wait } from 'node:timers/promises';

const withinMs = 60_000;

/** Polls until the condition is true; throws if it never is. */
export async function untilTrue(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`It never came to it: ${what}.`);
    await wait(50);
  }
}
