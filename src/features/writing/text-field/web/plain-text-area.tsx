import {
  type ComponentProps,
  type DragEvent,
  memo,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
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

/**
 * Renders only when an attribute changes: with each render React sets `defaultValue` again, which replaces the field's
 * child, after which browsers compute the styles of the whole page, as style sheets ask with `:has()` what is in it.
 */
const StableArea = memo((props: ComponentProps<'textarea'>) => <textarea {...props} />);

/** A text area for Markdown. */
export function PlainTextArea(props: PlainTextAreaProps) {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const [handlers] = useState(() => handlersOf(() => latest.current));
  const { onKey: _key, onTake: _take, ...attributes } = props;
  return <StableArea {...attributes} {...handlers} />;
}

/** Event handlers that stay the same, whatever the props are now. */
function handlersOf(now: () => PlainTextAreaProps): ComponentProps<'textarea'> {
  return {
    onChange: (event) => now().onChange?.(event),
    onBlur: (event) => now().onBlur?.(event),
    onFocus: (event) => now().onFocus?.(event),
    onMouseDown: (event) => now().onMouseDown?.(event),
    onKeyDown(event) {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      const isUndo = key.toLowerCase() === 'z' && ctrlKey !== metaKey && !shiftKey && !altKey;
      const isDone = isUndo
        ? undoSet(event.currentTarget)
        : now().onKey(event.nativeEvent, areaSurface(event.currentTarget));
      if (isDone) event.preventDefault();
    },
    onPaste(event) {
      const surface = areaSurface(event.currentTarget);
      const isTaken = now().onTake(event.clipboardData, surface, surface.selection);
      if (isTaken) event.preventDefault();
    },
    onDragOver(event) {
      // Otherwise the browser opens the file in place of the page.
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop(event) {
      const place = placeAt(event);
      if (!place || isOwn(event)) return;
      const isTaken = now().onTake(event.dataTransfer, areaSurface(event.currentTarget), place);
      if (isTaken) event.preventDefault();
    },
  };
}
