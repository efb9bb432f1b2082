import { setTimeout as wait } from 'node:timers/promises';
import { plainParagraphs } from '../../../platform/markdown/plain-paragraphs.ts';
import type { TextLayout } from '../../../platform/threads/text-layout.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { BlogRow } from '../blog-rows.ts';
import type { SavedText } from './kept-html.ts';
import { layOutAgain } from './lay-out-again.ts';

/** Who asks for a layout, as its queue knows it: all readers take one turn together. */
const owner = 'readers';
/** Milliseconds that a reader waits for a text that isn't laid out; then it is shown as plain paragraphs, this once. */
const patienceMs = 2_000;

export interface RenderedTextsParts {
  readonly storage: Storage;
  readonly layout: TextLayout;
  readonly onError: (error: unknown) => void;
}

/**
 * The HTML of long descriptions: as it was kept when the text was saved. A text without any (an older version of the
 * site published it) is laid out as it is first read, off the event loop.
 */
export function createRenderedTexts(parts: RenderedTextsParts): (row: BlogRow) => Promise<string> {
  /** By blog and save: readers at the same time wait for one layout. */
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
