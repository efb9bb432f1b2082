import { setTimeout as wait } from 'node:timers/promises';
import { plainParagraphs } from '../../../platform/markdown/plain-paragraphs.ts';
import type { TextLayout } from '../../../platform/threads/text-layout.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { BlogRow } from '../blog-rows.ts';
import type { SavedText } from './kept-html.ts';
import { layOutAgain } from './lay-out-again.ts';

/** The owner of these jobs in the layout queue: all readers share one turn. */
const owner = 'readers';
/** Milliseconds that a reader waits for a layout; after that this reply shows plain paragraphs. */
const patienceMs = 2_000;

export interface RenderedTextsParts {
  readonly storage: Storage;
  readonly layout: TextLayout;
  readonly onError: (error: unknown) => void;
}

/**
 * The HTML of long descriptions, stored when the text was saved. A text without it (published by an older version of
 * the site) is laid out at its first read, off the event loop.
 */
export function createRenderedTexts(parts: RenderedTextsParts): (row: BlogRow) => Promise<string> {
  /** By blog and save: concurrent readers share one layout. */
  const running = new Map<string, Promise<string | undefined>>();

  function layOutOnce(text: SavedText): Promise<string | undefined> {
    const key = `${text.id} ${text.version} ${text.updated_at}`;
    const known = running.get(key);
    if (known) return known;
    const html = layOutAgain(parts, text, owner)
      .catch((error: unknown) => {
        parts.onError(error);
        return undefined;
      })
      .finally(() => running.delete(key));
    running.set(key, html);
    return html;
  }

  return async (row) => {
    const isOfThisSave = row.blog_version === row.version && row.blog_updated_at === row.updated_at;
    if (row.html !== null && isOfThisSave) return row.html;
    const giveUp = new AbortController();
    const html = await Promise.race([
      layOutOnce(row),
      wait(patienceMs, undefined, { signal: giveUp.signal }).catch(() => undefined),
    ]);
    giveUp.abort();
    return html ?? plainParagraphs(row.long_description);
  };
}
