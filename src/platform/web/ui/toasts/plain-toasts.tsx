import { Button } from '../button.tsx';
import type { ToastAction } from './toasts.tsx';

export interface PlainToast {
  readonly number: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly action: ToastAction | undefined;
}

interface PlainToastsProps {
  readonly toasts: readonly PlainToast[];
  readonly onGone: (number: number) => void;
}

/** Toasts without the library, for when it can't be loaded. */
export function PlainToasts({ toasts, onGone }: PlainToastsProps) {
  // Opts out of the React compiler: this code is in every page's bundle but seldom runs, so memoization would cost more
  // than it saves.
  'use no memo';
  return (
    <section
      aria-label="Messages"
      className="no-print fixed inset-x-4 top-4 z-50 grid gap-3 sm:left-auto sm:w-88"
    >
      {toasts.map(({ number, text, tone, action }) => (
        <div
          key={number}
          role="alert"
          className={`flex min-h-14 items-center gap-4 border-l-4 bg-raised px-5 py-3 shadow-lifted ${tone === 'bad' ? 'border-bad' : 'border-good'}`}
        >
          <p className="grow">{text}</p>
          {action && (
            <Button
              look="plain"
              size="small"
              onClick={() => {
                onGone(number);
                action.onClick();
              }}
            >
              {action.label}
            </Button>
          )}
          <Button look="plain" size="small" onClick={() => onGone(number)}>
            Close
          </Button>
        </div>
      ))}
    </section>
  );
}
