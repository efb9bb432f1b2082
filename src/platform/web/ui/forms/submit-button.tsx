import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../button.tsx';

interface SubmitButtonProps {
  readonly children: ReactNode;
  readonly isPending: boolean;
  /** What the button says meanwhile. */
  readonly pendingLabel: string;
  readonly look?: ButtonLook;
  readonly className?: string;
}

/** Sends its form, by a script: without one it isn't there. While that takes time it says so and keeps the focus; the form drops further submits. */
export function SubmitButton({
  children,
  isPending,
  pendingLabel,
  look = 'primary',
  className = '',
}: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      look={look}
      aria-disabled={isPending}
      className={`noscript:hidden ${className}`}
    >
      {isPending ? pendingLabel : children}
    </Button>
  );
}
