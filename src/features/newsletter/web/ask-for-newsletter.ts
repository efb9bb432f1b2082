import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { subscribe } from '../contract/subscriptions.ts';

/** Subscribes with the values of the form. Rejects with a message for the visitor. */
export async function askForNewsletter(queries: QueryClient, form: HTMLFormElement): Promise<void> {
  const [email = '', website = ''] = [...form.querySelectorAll('input')].map(({ value }) => value);
  try {
    const { body } = await call(queries, subscribe, { body: { email, website } });
    const text = body.isSent
      ? 'Almost done: open the link in the email that we sent you.'
      : 'Almost done: you will get an email with a link that confirms it.';
    // At the same position as the form's thank-you toast: on a small screen the corners overlap.
    void showToast({ text, position: 'top-left' });
  } catch (error) {
    throw new Error(errorMessageOf(error), { cause: error });
  }
}
