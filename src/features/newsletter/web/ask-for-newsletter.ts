import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { subscribe } from '../contract/subscriptions.ts';

/** Asks for the newsletter with what stands in its form. Rejects with a sentence for whoever asked. */
export async function askForNewsletter(queries: QueryClient, form: HTMLFormElement): Promise<void> {
  const [email = '', website = ''] = [...form.querySelectorAll('input')].map(({ value }) => value);
  try {
    await call(queries, subscribe, { body: { email, website } });
  } catch (error) {
    throw new Error(errorMessageOf(error), { cause: error });
  }
  void showToast({ text: 'Nearly there: a letter is on its way to you. Its link confirms it.' });
}
