import type { ComponentProps, DragEvent } from 'react';
import type { Selection } from './markdown-commands.ts';
import { areaSurface, type TextSurface, undoSet } from './text-surface.ts';

interface PlainTextAreaProps extends ComponentProps<'textarea'> {
  /** Returns true where the key was handled. */
  readonly onKey: (event: KeyboardEvent, surface: TextSurface) => boolean;
  /** Returns true where the content was handled. */
  readonly onTake: (data: DataTransfer, surface: TextSurface, place: Selection) => boolean;
}

type AreaDrag = DragEvent<HTMLTextAreaElement>;

/** The drop position; undefined where the browser doesn't report it. */
function placeAt({ currentTarget, clientX, clientY }: AreaDrag): Selection | undefined {
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  if (caret?.offsetNode !== currentTarget) return undefined;
  return { start: caret.offset, end: caret.offset };
}

/** Whether words are dragged within the text, which the browser handles. */
function isOwn({ currentTarget, dataTransfer }: AreaDrag): boolean {
  const { value, selectionStart, selectionEnd } = currentTarget;
  const dragged = dataTransfer.getData('text/plain');
  const isSelected = dragged !== '' && value.slice(selectionStart, selectionEnd) === dragged;
  return isSelected && document.activeElement === currentTarget;
}

/** A text area for Markdown. */
export function PlainTextArea({ onKey, onTake, ...rest }: PlainTextAreaProps) {
  return (
    <textarea
      {...rest}
      onKeyDown={(event) => {
        const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
        const isUndo = key.toLowerCase() === 'z' && ctrlKey !== metaKey && !shiftKey && !altKey;
        const isDone = isUndo
          ? undoSet(event.currentTarget)
          : onKey(event.nativeEvent, areaSurface(event.currentTarget));
        if (isDone) event.preventDefault();
      }}
      onPaste={(event) => {
        const surface = areaSurface(event.currentTarget);
        if (onTake(event.clipboardData, surface, surface.selection)) event.preventDefault();
      }}
      onDragOver={(event) => {
        // Otherwise the browser opens the file in place of the page.
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const place = placeAt(event);
        if (!place || isOwn(event)) return;
        const isTaken = onTake(event.dataTransfer, areaSurface(event.currentTarget), place);
        if (isTaken) event.preventDefault();
      }}
    />
  );
}
