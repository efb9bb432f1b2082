import { setTimeout as wait } from 'node:timers/promises';

const withinMs = 60_000;

/** Asks again and again until it is so; throws where it never is. */
export async function untilTrue(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`It never came to it: ${what}.`);
    await wait(50);
  }
}
