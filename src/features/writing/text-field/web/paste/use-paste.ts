import { useState } from 'react';
import { isInFence } from '../habits/line-habits.ts';
import type { Selection } from '../markdown-commands.ts';
import type { TextSurface } from '../text-surface.ts';
import { pasteMarkdown, pasteOntoWords, pastePlain, placeNow } from './paste-edits.ts';

/** Milliseconds after which the plain text is pasted: nobody waits longer for a paste. */
const patienceMs = 5_000;
/** Characters; a page of more is not copied by hand, and would take longer than that. */
const charactersMax = 8_000_000;

/**
 * HTML of the clipboard as Markdown; undefined where the plain text is the better paste: it says as much, or the HTML
 * can't be read, takes too long, or what reads it didn't come.
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
  /** Takes what is pasted or dropped at a place; false where it is left to the browser. */
  readonly take: (data: DataTransfer, surface: TextSurface, place: Selection) => boolean;
  /** True while what was pasted is being read. */
  readonly isReading: boolean;
}

/**
 * What is pasted or dropped as Markdown: a page's or a word processor's HTML by what it means, an address on words as
 * their link. All else, and what the browser pastes as plain text, is left to the browser.
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
