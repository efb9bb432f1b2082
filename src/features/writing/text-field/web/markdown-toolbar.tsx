import { ImageUp } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { MarkdownCommand } from './markdown-commands.ts';
import { ariaKeysOf, keysOf, tools } from './markdown-tools.ts';

/** Buttons after the tools. */
const extras = 1;
const toolClass =
  'inline-flex h-10 w-9.5 pointer-coarse:size-11 shrink-0 cursor-pointer items-center justify-center text-soft transition-colors hover:text-accent';

function nextIndex(key: string, index: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % (tools.length + extras);
    case 'ArrowLeft':
      return (index + tools.length + extras - 1) % (tools.length + extras);
    case 'Home':
      return 0;
    case 'End':
      return tools.length + extras - 1;
    default:
      return undefined;
  }
}

interface MarkdownToolbarProps {
  /** Id of the text area. */
  readonly controls: string;
  /** Asks for a picture from this device. */
  readonly onPicture: () => void;
  readonly onCommand: (command: MarkdownCommand) => void;
}

/** One stop of the Tab key; the arrow keys move within, as in every toolbar. */
export function MarkdownToolbar(props: MarkdownToolbarProps) {
  const { controls, onCommand, onPicture } = props;
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
          // A title that is the name would be read twice.
          aria-label={keys && label}
          title={keys ? `${label} (${keysOf(keys)})` : label}
          aria-keyshortcuts={keys && ariaKeysOf(keys)}
          tabIndex={index === current ? 0 : -1}
          onClick={() => {
            setCurrent(index);
            onCommand(command);
          }}
          className={toolClass}
        >
          <Icon aria-hidden="true" size={18} />
        </button>
      ))}
      <button
        type="button"
        title="Picture from this device"
        tabIndex={current === tools.length ? 0 : -1}
        onClick={() => {
          setCurrent(tools.length);
          onPicture();
        }}
        className={toolClass}
      >
        <ImageUp aria-hidden="true" size={18} />
      </button>
    </div>
  );
}
