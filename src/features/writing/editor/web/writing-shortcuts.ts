import { keysOf, type Tool, tools } from '../../text-field/web/tools/markdown-tools.ts';

const doesOf = ({ action, label }: Tool) =>
  action === 'link' ? `${label}; at a picture, its description, caption and size` : label;

/** Keyboard shortcuts of the editor page. */
export const writingShortcuts = {
  title: 'While you write',
  keys: [
    ...tools.flatMap((tool) => (tool.keys ? [{ key: keysOf(tool.keys), does: doesOf(tool) }] : [])),
    { key: 'Enter', does: 'Go on with a list, a quote or a table; in an empty line of it, end it' },
    {
      key: 'Tab, Shift + Tab',
      does: 'In a list: a step in, a step out; in a table: the next cell, the one before',
    },
    { key: '/', does: 'At the start of a line: what can be put in' },
    { key: 'Ctrl or ⌘ + Alt + Enter', does: 'Tick a task, or take its tick away' },
    { key: 'Esc, then Tab', does: 'Leave the text' },
    { key: 'Ctrl or ⌘ + S', does: 'Save the draft' },
    { key: 'Ctrl or ⌘ + Enter', does: 'Publish' },
    { key: 'Ctrl or ⌘ + Shift + V', does: 'Paste as plain text' },
    { key: 'Ctrl or ⌘ + Shift + F', does: 'Full screen, and back' },
  ],
};
