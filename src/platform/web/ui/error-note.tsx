import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface ErrorNoteProps {
  readonly children: ReactNode;
  /** Retries; absent if a retry can't help. */
  readonly onRetry?: () => void;
}

/** Reports that something could not be loaded or done; announced when it appears. */
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
