import {
  Bold,
  Code,
  Heading,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Minus,
  Plus,
  Quote,
  SquareCode,
  Superscript,
  Table,
} from 'lucide-react';
import type { MarkdownCommand } from '../markdown-commands.ts';

/**
 * Keys in addition to Ctrl or ⌘: a letter by its character, or a digit by its physical key, since modifiers change its
 * character.
 */
interface Keys {
  readonly key: string;
  readonly and?: 'Alt' | 'Shift';
}

/** Action of a tool: an edit, or a dialog first. */
export type ToolAction = MarkdownCommand | 'link' | 'picture';

export interface Tool {
  readonly action: ToolAction;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: Keys;
}

/** A group of tools behind one button. */
export interface ToolMenu {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly tools: readonly Tool[];
}

const headings: ToolMenu = {
  label: 'Heading',
  icon: Heading,
  tools: [
    { action: 'heading1', label: 'Heading 1', icon: Heading1, keys: { key: '1', and: 'Alt' } },
    { action: 'heading2', label: 'Heading 2', icon: Heading2, keys: { key: '2', and: 'Alt' } },
    { action: 'heading3', label: 'Heading 3', icon: Heading3, keys: { key: '3', and: 'Alt' } },
  ],
};
const lists: ToolMenu = {
  label: 'Lists',
  icon: List,
  tools: [
    { action: 'bullets', label: 'List', icon: List, keys: { key: '8', and: 'Shift' } },
    {
      action: 'numbers',
      label: 'Numbered list',
      icon: ListOrdered,
      keys: { key: '7', and: 'Shift' },
    },
    { action: 'tasks', label: 'Task list', icon: ListTodo, keys: { key: '9', and: 'Shift' } },
  ],
};
const quote: Tool = { action: 'quote', label: 'Quote', icon: Quote };
const picture: Tool = { action: 'picture', label: 'Picture', icon: ImagePlus };
const code: Tool = { action: 'code', label: 'Code', icon: Code, keys: { key: 'E' } };
const blocks: readonly Tool[] = [
  { action: 'codeBlock', label: 'Code block', icon: SquareCode },
  { action: 'table', label: 'Table', icon: Table },
  { action: 'divider', label: 'Divider', icon: Minus },
  { action: 'footnote', label: 'Footnote', icon: Superscript },
];
const parts: ToolMenu = { label: 'Insert', icon: Plus, tools: [code, ...blocks] };

/** Bold, italic and link: tools for selected words. */
export const wordTools: readonly Tool[] = [
  { action: 'bold', label: 'Bold', icon: Bold, keys: { key: 'B' } },
  { action: 'italic', label: 'Italic', icon: Italic, keys: { key: 'I' } },
  { action: 'link', label: 'Link', icon: Link, keys: { key: 'K' } },
];

/** Tools for the start of a line. */
export const lineTools: readonly Tool[] = [
  ...headings.tools,
  ...lists.tools,
  quote,
  picture,
  ...blocks,
];

export const tools: readonly Tool[] = [...wordTools, code, ...lineTools];

/** In toolbar order. */
export const toolbar: readonly (Tool | ToolMenu)[] = [
  headings,
  ...wordTools,
  lists,
  quote,
  picture,
  parts,
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

/** The action of a keystroke; undefined for none. */
export function commandOf(event: KeyPress): ToolAction | undefined {
  // Some systems report AltGr as Ctrl+Alt; it types a character.
  if (event.ctrlKey === event.metaKey || event.getModifierState('AltGraph')) return undefined;
  const isPressed = ({ key, and }: Keys) =>
    event.altKey === (and === 'Alt') &&
    event.shiftKey === (and === 'Shift') &&
    (event.key.toUpperCase() === key || event.code === `Digit${key}`);
  return tools.find(({ keys }) => keys && isPressed(keys))?.action;
}

/** For display: `Ctrl or ⌘ + Alt + 1`. */
export function keysOf({ key, and }: Keys): string {
  return ['Ctrl or ⌘', and, key].filter(Boolean).join(' + ');
}

/** For `aria-keyshortcuts`. */
export function ariaKeysOf({ key, and }: Keys): string {
  return ['Control', 'Meta'].map((main) => [main, and, key].filter(Boolean).join('+')).join(' ');
}
