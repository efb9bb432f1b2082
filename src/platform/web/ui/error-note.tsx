import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface ErrorNoteProps {
  readonly children: ReactNode;
  /** Asks again, where asking again can help. */
  readonly onRetry?: () => void;
}

/** Says what could not be loaded or done; read out when it appears. */
export function ErrorNote({ children, onRetry }: ErrorNoteProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-l-2 border-bad py-1 pl-4"
    >
      <p className="text-bad text-pretty [&_a]:underline">{children}</p>
      {onRetry && (
        <Button look="plain" size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
