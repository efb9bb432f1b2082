import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { subscribe } from '../contract/subscriptions.ts';

/** Subscribes with the values of the form. Rejects with a message for the visitor. */
export async function askForNewsletter(queries: QueryClient, form: HTMLFormElement): Promise<void> {
  const [email = '', website = ''] = [...form.querySelectorAll('input')].map(({ value }) => value);
  try {
    await call(queries, subscribe, { body: { email, website } });
  } catch (error) {
    throw new Error(errorMessageOf(error), { cause: error });
  }
  void showToast({ text: 'Almost done: open the link in the email that we sent you.' });
}
