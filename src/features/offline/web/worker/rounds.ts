import { filesCache, find, noteOf, put } from '../kept.ts';

/** How long what is wished and drafted isn't asked for again, in milliseconds, unless something has changed. */
const restMs = 10 * 60_000;
/** Says when it was asked for last. A worker ends whenever nothing is to do, and remembers nothing. */
const roundPath = '/kept-round';

export async function isRoundDue(): Promise<boolean> {
  const last = await find(await caches.open(filesCache), roundPath);
  return Date.now() - ((last && noteOf(last)?.keptAt) ?? 0) > restMs;
}

export async function noteRound(): Promise<void> {
  const note = { kind: 'reply', keptAt: Date.now() } as const;
  await put(await caches.open(filesCache), roundPath, '', new Headers(), note);
}

/** Something has changed, such as who is signed in: the next round needn't wait. */
export async function hastenRound(): Promise<void> {
  await (await caches.open(filesCache)).delete(roundPath);
}
