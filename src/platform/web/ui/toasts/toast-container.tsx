import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import { Button } from '../button.tsx';
import type { ToastAction } from './toasts.tsx';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

/** Maximum number of visible toasts; further ones are queued (specification, section 9). */
const toastLimit = 20;

interface Content {
  readonly text: string;
  readonly action: ToastAction | undefined;
}

export function show({ text, action }: Content, tone: 'good' | 'bad', options: ToastOptions): void {
  const id = toast[tone === 'good' ? 'success' : 'error'](
    action ? (
      <ActionContent
        text={text}
        action={action}
        onDone={() => toast.dismiss(id)}
        onFocus={() => toast.pause({ id })}
        onBlur={() => toast.play({ id })}
      />
    ) : (
      text
    ),
    options,
  );
}

/** Toasts whose undo Ctrl+Z can trigger, the latest last. */
const undoes: object[] = [];

/** Elements in which Ctrl+Z undoes typing or belongs to an open dialog. */
const keysBelongHere = 'input, textarea, select, [contenteditable], dialog';

/** Ctrl+Z (Command+Z on a Mac) triggers the latest undo. */
function useUndoKey(isUndo: boolean, run: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented } = event;
    if (key !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || defaultPrevented) return;
    if (target instanceof Element && target.closest(keysBelongHere)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!isUndo) return;
    const own = {};
    undoes.push(own);
    const listen = (event: KeyboardEvent) => {
      if (undoes.at(-1) === own) onKeyDown(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      undoes.splice(undoes.indexOf(own), 1);
      document.removeEventListener('keydown', listen);
    };
  }, [isUndo]);
}

/** Closes a toast that is useful only on the page where it was shown. */
function useEndWithPage(isOfPage: boolean, onEnd: () => void): void {
  const { pathname } = useLocation();
  const [shownAt] = useState(() => window.location.pathname);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    // The address changes before the page is rendered: a toast of the new page stays.
    if (isOfPage && pathname !== shownAt && window.location.pathname !== shownAt) end();
  }, [isOfPage, pathname, shownAt]);
}

interface ActionContentProps {
  readonly text: string;
  readonly action: ToastAction;
  readonly onDone: () => void;
  /** The action has the keyboard focus: the toast must not disappear under it. */
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

function ActionContent({ text, action, onDone, onFocus, onBlur }: ActionContentProps) {
  const { label, onClick, isUndo = false } = action;
  const run = () => {
    onDone();
    onClick();
  };
  useUndoKey(isUndo, run);
  useEndWithPage(isUndo, onDone);
  return (
    <div className="flex grow items-center justify-between gap-4">
      {text}
      <Button
        look="plain"
        size="small"
        className="shrink-0 whitespace-nowrap"
        onClick={run}
        onFocus={onFocus}
        onBlur={onBlur}
        {...(isUndo && { 'aria-keyshortcuts': 'Control+Z', title: 'Ctrl+Z' })}
      >
        {label}
      </Button>
    </div>
  );
}

/** Keeps the layer above modal dialogs, whose backdrops would dim it: what was shown last is above the others. */
function useTopLayer(layer: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = layer;
    const raise = ({ target }: Event) => {
      if (!(target instanceof HTMLDialogElement && target.open)) return;
      current?.hidePopover();
      current?.showPopover();
    };
    current?.showPopover();
    // This event doesn't bubble.
    document.addEventListener('toggle', raise, { capture: true });
    return () => document.removeEventListener('toggle', raise, { capture: true });
  }, [layer]);
}

export function SiteToastContainer() {
  const layer = useRef<HTMLDivElement>(null);
  useTopLayer(layer);
  return (
    <div ref={layer} popover="manual" className="toast-layer">
      <ToastContainer
        position="top-right"
        autoClose={5_000}
        limit={toastLimit}
        newestOnTop
        icon={false}
        aria-label="Messages"
      />
    </div>
  );
}
