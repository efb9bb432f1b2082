import {
  Bold,
  Code,
  Heading,
  Image,
  Italic,
  Link,
  List,
  type LucideIcon,
  Quote,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { MarkdownCommand } from './markdown-commands.ts';

interface Tool {
  readonly command: MarkdownCommand;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Letter that does the same with Ctrl or ⌘. */
  readonly letter?: string;
}

const tools: readonly Tool[] = [
  { command: 'bold', label: 'Bold', icon: Bold, letter: 'b' },
  { command: 'italic', label: 'Italic', icon: Italic, letter: 'i' },
  { command: 'heading', label: 'Heading', icon: Heading },
  { command: 'link', label: 'Link', icon: Link, letter: 'k' },
  { command: 'quote', label: 'Quote', icon: Quote },
  { command: 'code', label: 'Code', icon: Code },
  { command: 'list', label: 'List', icon: List },
  { command: 'image', label: 'Image', icon: Image },
];

/** The command of a key press; undefined for all that are none. */
export function commandOf(event: KeyboardEvent): MarkdownCommand | undefined {
  if (event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return undefined;
  const letter = event.key.toLowerCase();
  return tools.find((tool) => tool.letter === letter)?.command;
}

function nextIndex(key: string, index: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % tools.length;
    case 'ArrowLeft':
      return (index + tools.length - 1) % tools.length;
    case 'Home':
      return 0;
    case 'End':
      return tools.length - 1;
    default:
      return undefined;
  }
}

interface MarkdownToolbarProps {
  /** Id of the text area. */
  readonly controls: string;
  readonly onCommand: (command: MarkdownCommand) => void;
}

/** One stop of the Tab key; the arrow keys move within, as in every toolbar. */
export function MarkdownToolbar({ controls, onCommand }: MarkdownToolbarProps) {
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const next = nextIndex(event.key, current);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={move}
      className="-ml-3 flex flex-wrap"
    >
      {tools.map(({ command, label, letter, icon: Icon }, index) => (
        <button
          key={command}
          type="button"
          aria-label={label}
          title={letter ? `${label} (Ctrl or ⌘ + ${letter.toUpperCase()})` : label}
          aria-keyshortcuts={letter && `Control+${letter} Meta+${letter}`}
          tabIndex={index === current ? 0 : -1}
          onClick={() => {
            setCurrent(index);
            onCommand(command);
          }}
          className="inline-flex size-10 sm:size-11 cursor-pointer items-center justify-center text-soft transition-colors hover:text-accent"
        >
          <Icon aria-hidden="true" size={18} />
        </button>
      ))}
    </div>
  );
}
