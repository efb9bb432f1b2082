import { filesCache, find, noteOf, put } from '../kept.ts';

/** Interval between two rounds of updates without a known change, in milliseconds. */
const restMs = 10 * 60_000;
/** The entry with the time of the last round. Stored, since browsers stop idle workers. */
const roundPath = '/kept-round';

export async function isRoundDue(): Promise<boolean> {
  const last = await find(await caches.open(filesCache), roundPath);
  return Date.now() - ((last && noteOf(last)?.keptAt) ?? 0) > restMs;
}

export async function noteRound(): Promise<void> {
  const note = { kind: 'reply', keptAt: Date.now() } as const;
  await put(await caches.open(filesCache), roundPath, '', new Headers(), note);
}

/** Makes the next round due at once after a change, such as of the signed-in person. */
export async function makeRoundDue(): Promise<void> {
  await (await caches.open(filesCache)).delete(roundPath);
}
