import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Minus,
  Quote,
  Superscript,
  Table,
} from 'lucide-react';
import type { MarkdownCommand } from './markdown-commands.ts';

/** Keys beside Ctrl or ⌘: a letter as it is typed, or a digit by its place, which other keys than Ctrl change. */
interface Keys {
  readonly key: string;
  readonly and?: 'Alt' | 'Shift';
}

interface Tool {
  readonly command: MarkdownCommand;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: Keys;
}

export const tools: readonly Tool[] = [
  { command: 'bold', label: 'Bold', icon: Bold, keys: { key: 'B' } },
  { command: 'italic', label: 'Italic', icon: Italic, keys: { key: 'I' } },
  { command: 'heading1', label: 'Heading 1', icon: Heading1, keys: { key: '1', and: 'Alt' } },
  { command: 'heading2', label: 'Heading 2', icon: Heading2, keys: { key: '2', and: 'Alt' } },
  { command: 'heading3', label: 'Heading 3', icon: Heading3, keys: { key: '3', and: 'Alt' } },
  { command: 'bullets', label: 'List', icon: List, keys: { key: '8', and: 'Shift' } },
  {
    command: 'numbers',
    label: 'Numbered list',
    icon: ListOrdered,
    keys: { key: '7', and: 'Shift' },
  },
  { command: 'tasks', label: 'Task list', icon: ListTodo, keys: { key: '9', and: 'Shift' } },
  { command: 'quote', label: 'Quote', icon: Quote },
  { command: 'link', label: 'Link', icon: Link, keys: { key: 'K' } },
  { command: 'code', label: 'Code', icon: Code, keys: { key: 'E' } },
  { command: 'table', label: 'Table', icon: Table },
  { command: 'divider', label: 'Divider', icon: Minus },
  { command: 'footnote', label: 'Footnote', icon: Superscript },
  { command: 'image', label: 'Image', icon: Image },
];

interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  getModifierState(key: 'AltGraph'): boolean;
}

/** The command of a key press; undefined for all that are none. */
export function commandOf(event: KeyPress): MarkdownCommand | undefined {
  // AltGr comes as Ctrl and Alt on some systems, and types a character.
  if (event.ctrlKey === event.metaKey || event.getModifierState('AltGraph')) return undefined;
  const isPressed = ({ key, and }: Keys) =>
    event.altKey === (and === 'Alt') &&
    event.shiftKey === (and === 'Shift') &&
    (event.key.toUpperCase() === key || event.code === `Digit${key}`);
  return tools.find(({ keys }) => keys && isPressed(keys))?.command;
}

/** For people: `Ctrl or ⌘ + Alt + 1`. */
export function keysOf({ key, and }: Keys): string {
  return ['Ctrl or ⌘', and, key].filter(Boolean).join(' + ');
}

/** For `aria-keyshortcuts`. */
export function ariaKeysOf({ key, and }: Keys): string {
  return ['Control', 'Meta'].map((main) => [main, and, key].filter(Boolean).join('+')).join(' ');
}
