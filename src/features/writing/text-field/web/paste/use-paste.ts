import { useState } from 'react';
import { isInFence } from '../habits/line-habits.ts';
import type { Selection } from '../markdown-commands.ts';
import type { TextSurface } from '../text-surface.ts';
import { convertPaste } from './convert-paste.ts';
import { pasteMarkdown, pasteOntoWords, pastePlain, placeNow } from './paste-edits.ts';

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
