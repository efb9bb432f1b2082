import { useSyncExternalStore } from 'react';
import type { ToastOptions } from 'react-toastify/unstyled';
import { lazyChunk } from '../../lazy-chunk.ts';
import { type PlainToast, PlainToasts } from './plain-toasts.tsx';

/** Milliseconds for which a toast is shown (specification, section 9). */
export const toastMs = 5_000;

/** Maximum wait in milliseconds for the chunk with the library, for a toast about a failure. */
const patienceMs = 1_000;

/** An action offered in a toast. */
export interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
  /** Whether it belongs to the current page: the toast closes with the page, and Ctrl+Z triggers the action. */
  readonly isUndo?: boolean;
}

interface Toast {
  readonly text: string;
  readonly tone?: 'good' | 'bad';
  /** Milliseconds; `toastMs` by default. */
  readonly durationMs?: number;
  readonly position?: 'top-right' | 'top-left';
  readonly hasProgress?: boolean;
  /** `colored` fills the toast with the colour of its tone. */
  readonly look?: 'plain' | 'colored';
  /** A button in the toast, which also closes it. */
  readonly action?: ToastAction;
  /** Undoes the reported action. Offered until the toast is closed or the page is left. */
  readonly undo?: () => void;
}

type Container = typeof import('./toast-container.tsx');

const loadContainer = lazyChunk(() => import('./toast-container.tsx'));

interface Shown {
  readonly container: Container | undefined;
  readonly plain: readonly PlainToast[];
}

const nothing: Shown = { container: undefined, plain: [] };
let shown = nothing;
let lastNumber = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(changed: Partial<Shown>): void {
  shown = { ...shown, ...changed };
  for (const listener of listeners) listener();
}

/** The loaded chunk; undefined if it can't be loaded, or not soon enough for a failure. */
async function containerInTime(isUrgent: boolean): Promise<Container | undefined> {
  const loading = loadContainer().catch(() => undefined);
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const container = await (isUrgent ? Promise.race([loading, tooLate]) : loading);
  if (container && !shown.container) change({ container });
  return container;
}

/**
 * Shows a short message that disappears automatically, unless it offers an undo. The chunk with the library is loaded
 * with the first toast; a message about a lost connection can't wait for it and is shown without the library.
 */
export async function showToast(toast: Toast): Promise<void> {
  const { text, tone = 'good', position, hasProgress = true, look = 'plain', undo } = toast;
  const action = undo ? { label: 'Undo', onClick: undo, isUndo: true } : toast.action;
  const durationMs = undo ? undefined : (toast.durationMs ?? toastMs);
  const options: ToastOptions = {
    autoClose: durationMs ?? false,
    hideProgressBar: !hasProgress,
    theme: look === 'colored' ? 'colored' : 'light',
    ...(position && { position }),
  };
  const container = await containerInTime(tone === 'bad');
  if (container) {
    container.show({ text, action }, tone, options);
    return;
  }
  lastNumber += 1;
  const number = lastNumber;
  change({ plain: [...shown.plain, { number, text, tone, action }] });
  if (durationMs !== undefined) setTimeout(() => forget(number), durationMs);
}

function forget(number: number): void {
  change({ plain: shown.plain.filter((toast) => toast.number !== number) });
}

/** The place where toasts appear; once in each layout. */
export function Toasts() {
  const { container, plain } = useSyncExternalStore(
    subscribe,
    () => shown,
    () => nothing,
  );
  return (
    <>
      {container && <container.SiteToastContainer />}
      {plain.length > 0 && <PlainToasts toasts={plain} onGone={forget} />}
    </>
  );
}
