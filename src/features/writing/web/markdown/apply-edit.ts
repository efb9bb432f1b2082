import type { Edit } from './markdown-commands.ts';

/**
 * Changes a text area as typing would, so that undo takes it back. `execCommand` is the only way that browsers have
 * for that; where one refuses, the text is set, and the undo begins anew.
 */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const isDone =
    insert === ''
      ? document.execCommand('delete')
      : document.execCommand('insertText', false, insert);
  if (!isDone) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(select.start, select.end);
}
