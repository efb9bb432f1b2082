import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { isInFence } from '../line-habits.ts';
import type { Selection } from '../markdown-commands.ts';
import { areaSurface, type TextSurface } from '../text-surface.ts';
import { convertPaste } from './convert-paste.ts';
import { pasteMarkdown, pasteOntoWords, pastePlain, placeNow } from './paste-edits.ts';

interface Paste {
  readonly onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  readonly onDrop: (event: DragEvent<HTMLTextAreaElement>) => void;
  /** True while what was pasted is being read. */
  readonly isReading: boolean;
}

/** The place that is pointed at; undefined where a browser doesn't tell. */
function placeAt(
  area: HTMLTextAreaElement,
  { clientX, clientY }: DragEvent,
): Selection | undefined {
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  return caret?.offsetNode === area ? { start: caret.offset, end: caret.offset } : undefined;
}

/**
 * What is pasted or dropped as Markdown: a page's or a word processor's HTML by what it means, an address on words as
 * their link. All else, and what the browser pastes as plain text, is left to the browser.
 */
export function usePaste(): Paste {
  const [reading, setReading] = useState(0);

  /** True where it is taken care of. */
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

  return {
    isReading: reading > 0,
    onPaste(event) {
      const surface = areaSurface(event.currentTarget);
      if (take(event.clipboardData, surface, surface.selection)) event.preventDefault();
    },
    onDrop(event) {
      // Words that are moved within the text are moved by the browser.
      const isOwn = document.activeElement === event.currentTarget && isSelected(event);
      const place = placeAt(event.currentTarget, event);
      if (!place || isOwn) return;
      if (take(event.dataTransfer, areaSurface(event.currentTarget), place)) event.preventDefault();
    },
  };
}

function isSelected({ currentTarget, dataTransfer }: DragEvent<HTMLTextAreaElement>): boolean {
  const { value, selectionStart, selectionEnd } = currentTarget;
  const dragged = dataTransfer.getData('text/plain');
  return dragged !== '' && value.slice(selectionStart, selectionEnd) === dragged;
}
