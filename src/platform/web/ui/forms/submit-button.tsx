import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../button.tsx';

interface SubmitButtonProps {
  readonly children: ReactNode;
  readonly isPending: boolean;
  /** The button's label while the form is being sent. */
  readonly pendingLabel: string;
  /** Id of a text that explains the button. */
  readonly describedBy?: string | undefined;
  readonly look?: ButtonLook;
  readonly className?: string;
}

/**
 * Submits its form by a script; hidden without JavaScript. While the form is being sent, it shows that and keeps the
 * focus; the form ignores further submits.
 */
export function SubmitButton({
  children,
  isPending,
  pendingLabel,
  describedBy,
  look = 'primary',
  className = '',
}: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      look={look}
      aria-disabled={isPending}
      aria-describedby={describedBy}
      className={`noscript:hidden ${className}`}
    >
      {isPending ? pendingLabel : children}
    </Button>
  );
}
