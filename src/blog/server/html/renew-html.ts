import { setTimeout as wait } from 'node:timers/promises';
import type { TextLayout } from '../../../platform/threads/text-layout.ts';
import type { Storage } from '../../../storage/storage.ts';
import { findOutdated, findOutdatedText } from './kept-html.ts';
import { layOutAgain } from './lay-out-again.ts';

/** The owner of these jobs in the layout queue. */
const owner = 'renewal';
/** Blogs per query. */
const batch = 50;
/** Milliseconds between two blogs: layouts and writes of people take precedence. */
const pauseMs = 20;
/** Milliseconds before a retry after the database or the layout threads refused. */
const retryMs = 5_000;
/** After this many refusals in a row the rest waits for the next start, or for a reader. */
const refusalsMax = 20;

export interface RenewalParts {
  readonly storage: Storage;
  readonly layout: TextLayout;
  readonly onError: (error: unknown) => void;
}

export interface Renewal {
  /** Resolves when all blogs are done, or after `stop`. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Shuffles the texts: several processes rarely take the same one, and it does no harm if they do. */
function shuffled(ids: readonly string[]): readonly string[] {
  return ids
    .map((id) => ({ id, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ id }) => id);
}

/** Re-renders, in the background, HTML of another version of the renderer; readers get the old HTML meanwhile. */
export function startRenewal({ storage, layout, onError }: RenewalParts): Renewal {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function renew(id: string): Promise<void> {
    const text = await findOutdatedText(storage.writer, id);
    if (text) await layOutAgain({ storage, layout }, text, owner);
    await wait(pauseMs, undefined, { signal });
  }

  async function run(): Promise<void> {
    let refusals = 0;
    while (!signal.aborted && refusals < refusalsMax) {
      try {
        const ids = await findOutdated(storage.writer, batch);
        if (ids.length === 0) return;
        for (const id of shuffled(ids)) await renew(id);
        refusals = 0;
      } catch (error) {
        if (signal.aborted) return;
        refusals += 1;
        onError(error);
        await wait(retryMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  const ended = run();
  return {
    ended,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
