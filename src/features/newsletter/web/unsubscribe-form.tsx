import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { PressForm } from '../../../platform/web/ui/forms/press-form.tsx';
import { unsubscribe } from '../contract/subscriptions.ts';
import { WayHome } from './way-home.tsx';

interface UnsubscribeFormProps {
  /** The secret of the e-mail's unsubscribe link. */
  readonly token: string;
}

/** Unsubscribes from e-mails of one kind, which isn't said: a link may be forwarded. */
export function UnsubscribeForm({ token }: UnsubscribeFormProps) {
  const queries = useQueryClient();

  async function end() {
    await call(queries, unsubscribe, { params: { token } });
    return {
      heading: 'You are unsubscribed',
      text: 'Emails like the one that led you here no longer come to you.',
    };
  }

  return (
    <PressForm
      heading="Unsubscribe"
      lead="One press, and emails like the one that led you here no longer come to you."
      todo="unsubscribe"
      submitLabel="Unsubscribe"
      pendingLabel="Unsubscribing..."
      onPress={end}
      messageOf={errorMessageOf}
      wayOn={<WayHome />}
    />
  );
}
