import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ToastOptions } from 'react-toastify/unstyled';

/** Milliseconds that a toast stays (specification, section 9). */
export const toastMs = 5_000;

/** Something that can still be done about what a toast tells. */
export interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

interface Toast {
  readonly text: string;
  readonly tone?: 'good' | 'bad';
  /** Milliseconds; `toastMs` unless told. */
  readonly durationMs?: number;
  readonly position?: 'top-right' | 'top-left';
  readonly hasProgress?: boolean;
  /** `colored` fills the toast with its tone. */
  readonly look?: 'plain' | 'colored';
  /** A button in the toast, which closes it. */
  readonly action?: ToastAction;
}

const loadContainer = () => import('./toast-container.tsx');
const LazyContainer = lazy(async () => ({ default: (await loadContainer()).SiteToastContainer }));

let isWanted = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a short message that goes by itself. What shows it is loaded with the first one. */
export async function showToast(toast: Toast): Promise<void> {
  const {
    text,
    tone = 'good',
    durationMs = toastMs,
    position,
    hasProgress = true,
    look = 'plain',
    action,
  } = toast;
  isWanted = true;
  for (const listener of listeners) listener();
  const options: ToastOptions = {
    autoClose: durationMs,
    hideProgressBar: !hasProgress,
    theme: look === 'colored' ? 'colored' : 'light',
    ...(position && { position }),
  };
  const { show } = await loadContainer();
  show({ text, action }, tone, options);
}

/** Where toasts appear; once in each layout. */
export function Toasts() {
  const isShown = useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  );
  if (!isShown) return null;
  return (
    <Suspense fallback={null}>
      <LazyContainer />
    </Suspense>
  );
}
