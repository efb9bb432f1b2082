import { addressOf } from '../../../platform/contract/call-api.ts';
import { Button, type ButtonLook } from '../../../platform/web/ui/button.tsx';
import { notificationForm } from '../contract.ts';

interface ReadFormProps {
  /** Undefined for all notifications. */
  readonly id?: string;
  /** The path to redirect to. */
  readonly from: string;
  readonly label: string;
  readonly look: ButtonLook;
  readonly describedBy?: string;
}

/** Replaces the button without a script: the server marks the notification as read and redirects. */
export function ReadForm({ id = '', from, label, look, describedBy }: ReadFormProps) {
  return (
    <noscript>
      <form method="post" action={addressOf(notificationForm.path, {}, { from })}>
        <input type="hidden" name="id" value={id} />
        <Button type="submit" look={look} size="small" aria-describedby={describedBy}>
          {label}
        </Button>
      </form>
    </noscript>
  );
}
