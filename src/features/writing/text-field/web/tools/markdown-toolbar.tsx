import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import {
  ariaKeysOf,
  keysOf,
  type Tool,
  type ToolAction,
  type ToolMenu,
  toolbar,
} from './markdown-tools.ts';

const toolClass =
  'inline-flex min-h-11 min-w-10 shrink-0 cursor-pointer items-center justify-center gap-1 px-1 text-sm text-soft transition-colors hover:text-accent';

interface ArrowKeys {
  readonly next: string;
  readonly back: string;
}
const inRow: ArrowKeys = { next: 'ArrowRight', back: 'ArrowLeft' };
const inColumn: ArrowKeys = { next: 'ArrowDown', back: 'ArrowUp' };

/** The button to which a key moves; undefined for other keys. */
function nextIndex(key: string, index: number, count: number, arrows: ArrowKeys) {
  if (key === arrows.next) return (index + 1) % count;
  if (key === arrows.back) return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function buttonsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > button') ?? [])];
}

interface MenuProps {
  readonly menu: ToolMenu;
  readonly tabIndex: number;
  readonly onFocus: () => void;
  readonly onRun: (action: ToolAction) => void;
}

/** A button that opens a menu in the browser's top layer: the toolbar would clip it. */
function MenuButton({ menu: { label, icon: Icon, tools }, tabIndex, onFocus, onRun }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  function place(opens: boolean) {
    setOpen(opens);
    const box = button.current?.getBoundingClientRect();
    if (!opens || !box || !list.current) return;
    const { style, offsetWidth } = list.current;
    style.top = `${box.bottom}px`;
    style.left = `${Math.max(8, Math.min(box.left, innerWidth - offsetWidth - 8))}px`;
    buttonsOf(list.current)[0]?.focus();
  }

  function move(event: KeyboardEvent) {
    event.stopPropagation();
    const items = buttonsOf(list.current);
    const index = items.findIndex((item) => item.matches(':focus'));
    const next = nextIndex(event.key, index, items.length, inColumn);
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={label}
        tabIndex={tabIndex}
        onFocus={onFocus}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          event.stopPropagation();
          list.current?.showPopover();
        }}
        className={toolClass}
      >
        <Icon aria-hidden="true" size={18} />
        <span className="hidden xl:inline">{label}</span>
        <ChevronDown aria-hidden="true" size={12} />
      </button>
      <div
        ref={list}
        id={id}
        role="menu"
        popover="auto"
        aria-label={label}
        onToggle={(event) => place(event.newState === 'open')}
        onKeyDown={move}
        className="writing-menu"
      >
        {tools.map((tool) => (
          <button
            key={tool.action}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-keyshortcuts={tool.keys && ariaKeysOf(tool.keys)}
            onClick={() => {
              list.current?.hidePopover();
              onRun(tool.action);
            }}
          >
            <tool.icon aria-hidden="true" size={18} />
            <span className="grow">{tool.label}</span>
            {tool.keys && (
              <span aria-hidden="true" className="text-xs text-faint">
                {keysOf(tool.keys)}
              </span>
            )}
          </button>
        ))}
      </div>
    </>
  );
}

interface ToolButtonProps {
  readonly tool: Tool;
  readonly tabIndex: number;
  readonly onFocus: () => void;
  readonly onRun: (action: ToolAction) => void;
}

function ToolButton({ tool, tabIndex, onFocus, onRun }: ToolButtonProps) {
  const { action, label, keys, icon: Icon } = tool;
  return (
    <button
      type="button"
      aria-label={label}
      // A title equal to the name would be announced twice.
      title={keys && `${label} (${keysOf(keys)})`}
      aria-keyshortcuts={keys && ariaKeysOf(keys)}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={() => onRun(action)}
      className={toolClass}
    >
      <Icon aria-hidden="true" size={18} />
      <span className="hidden xl:inline">{label}</span>
    </button>
  );
}

interface MarkdownToolbarProps {
  /** Id of the text field. */
  readonly controls: string;
  readonly onRun: (action: ToolAction) => void;
}

/** A single tab stop with arrow keys between buttons, the ARIA toolbar pattern. */
export function MarkdownToolbar({ controls, onRun }: MarkdownToolbarProps) {
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const next = nextIndex(event.key, current, toolbar.length, inRow);
    if (next === undefined) return;
    event.preventDefault();
    buttonsOf(bar.current)[next]?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={move}
      className="-mx-1 flex flex-wrap justify-between"
    >
      {toolbar.map((one, index) => {
        const stop = {
          tabIndex: index === current ? 0 : -1,
          onFocus: () => setCurrent(index),
          onRun,
        };
        return 'tools' in one ? (
          <MenuButton key={one.label} menu={one} {...stop} />
        ) : (
          <ToolButton key={one.label} tool={one} {...stop} />
        );
      })}
    </div>
  );
}
