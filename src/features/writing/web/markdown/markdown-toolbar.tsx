import { type KeyboardEvent, useRef, useState } from 'react';
import type { MarkdownCommand } from './markdown-commands.ts';
import { ariaKeysOf, keysOf, tools } from './markdown-tools.ts';

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
      className="-mx-3 flex overflow-x-auto px-1 py-1"
    >
      {tools.map(({ command, label, keys, icon: Icon }, index) => (
        <button
          key={command}
          type="button"
          aria-label={label}
          title={keys ? `${label} (${keysOf(keys)})` : label}
          aria-keyshortcuts={keys && ariaKeysOf(keys)}
          tabIndex={index === current ? 0 : -1}
          onClick={() => {
            setCurrent(index);
            onCommand(command);
          }}
          className="inline-flex size-10 shrink-0 cursor-pointer items-center justify-center text-soft transition-colors hover:text-accent"
        >
          <Icon aria-hidden="true" size={18} />
        </button>
      ))}
    </div>
  );
}
