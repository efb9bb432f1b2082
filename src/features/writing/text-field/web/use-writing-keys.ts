import { useRef } from 'react';
import { continueLine, indentLines } from './habits/line-habits.ts';
import { continueTable, moveToCell } from './habits/table-habits.ts';
import { editFor, type MarkdownCommand } from './markdown-commands.ts';
import type { TextSurface } from './text-surface.ts';
import { commandOf, type ToolAction } from './tools/markdown-tools.ts';

export function runCommand(surface: TextSurface, command: MarkdownCommand): void {
  if (surface.takesEdits) surface.apply(editFor(command, surface.text, surface.selection));
}

/** Enter and Tab within lists and tables; false for their default behaviour. */
function keepHabit(surface: TextSurface, { key, shiftKey }: KeyboardEvent): boolean {
  if (!surface.takesEdits || (key === 'Enter' && shiftKey)) return false;
  const { text, selection } = surface;
  const edit =
    key === 'Enter'
      ? (continueTable(text, selection) ?? continueLine(text, selection))
      : (moveToCell(text, selection, shiftKey) ?? indentLines(text, selection, shiftKey));
  if (edit) surface.apply(edit);
  return edit !== undefined;
}

/** Keyboard handling of the text field; returns whether the key was handled. */
export function useWritingKeys(
  run: (action: ToolAction) => void,
): (event: KeyboardEvent, surface: TextSurface) => boolean {
  /** True after Escape: the next Tab leaves the field, even in a list (WCAG 2.1.2). */
  const mayLeave = useRef(false);
  return (event, surface) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    // Shift may be the start of Shift+Tab.
    const isFree = mayLeave.current;
    if (key !== 'Shift') mayLeave.current = key === 'Escape';
    if (isComposing) return false;
    const action = commandOf(event);
    if (action) run(action);
    if (action) return true;
    if (ctrlKey || metaKey || altKey) return false;
    if (key !== 'Enter' && (key !== 'Tab' || isFree)) return false;
    return keepHabit(surface, event);
  };
}
