import { useState } from 'react';
import { isInFence } from '../habits/line-habits.ts';
import type { Selection } from '../markdown-commands.ts';
import type { TextSurface } from '../text-surface.ts';
import { pasteMarkdown, pasteOntoWords, pastePlain, placeNow } from './paste-edits.ts';

/** Timeout in milliseconds, after which the plain text is pasted. */
const patienceMs = 5_000;
/** Maximum characters: nobody copies a larger page by hand, and converting it would time out. */
const charactersMax = 8_000_000;

/**
 * Clipboard HTML as Markdown; undefined where the plain text is better: it has the same content, or the HTML can't be
 * parsed, times out, or the worker fails to load.
 */
function convertPaste(html: string): Promise<string | undefined> {
  if (html.length > charactersMax) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./paste-worker.ts', import.meta.url), { type: 'module' });
    const timer = setTimeout(() => end(undefined), patienceMs);
    function end(markdown: string | undefined): void {
      clearTimeout(timer);
      worker.terminate();
      resolve(markdown);
    }
    worker.onmessage = ({ data }: MessageEvent<string | undefined>) => end(data);
    worker.onerror = () => end(undefined);
    worker.postMessage(html);
  });
}

interface Paste {
  /** Handles pasted or dropped content; false where the browser should. */
  readonly take: (data: DataTransfer, surface: TextSurface, place: Selection) => boolean;
  /** True while pasted content is being converted. */
  readonly isReading: boolean;
}

/**
 * Converts pasted or dropped content to Markdown: HTML of pages and word processors by its structure, an address on
 * words to a link. Other content, and paste as plain text, is left to the browser.
 */
export function usePaste(): Paste {
  const [reading, setReading] = useState(0);

  function take(data: DataTransfer, surface: TextSurface, place: Selection): boolean {
    if (!surface.takesEdits) return false;
    const { text: before } = surface;
    const [plain, html] = [data.getData('text/plain'), data.getData('text/html')];
    const link = pasteOntoWords(before, place, plain);
    if (link) {
      surface.apply(link);
      return true;
    }
    if (html.trim() === '' || isInFence(before, place.start)) return false;
    setReading((count) => count + 1);
    void convertPaste(html).then((markdown) => {
      setReading((count) => count - 1);
      if (!surface.takesEdits) return;
      const now = placeNow(before, place, surface.text);
      surface.apply(
        markdown === undefined
          ? pastePlain(now, plain.replace(/\r\n?/g, '\n'))
          : pasteMarkdown(surface.text, now, markdown),
      );
    });
    return true;
  }

  return { take, isReading: reading > 0 };
}
