import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { releaseMail, tryMailAgain } from '../contract.ts';
import { outboxQuery } from './outbox-query.ts';

/** Retries e-mails, and releases those held after a restore. */
export function useOutboxActions() {
  const queries = useQueryClient();
  const { isPending, run } = useSingleFlight(async (work: () => Promise<void>) => {
    await work().catch((error: unknown) => {
      void showToast({ text: errorMessageOf(error), tone: 'bad' });
    });
    await queries.invalidateQueries({ queryKey: outboxQuery.queryKey });
  });
  return {
    isPending,
    /** Retries all where `id` is null. */
    tryAgain: (id: string | null) =>
      void run(async () => {
        await call(queries, tryMailAgain, { body: { id } });
        void showToast({
          text: id === null ? 'They are tried again now.' : 'It is tried again now.',
        });
      }),
    release: () =>
      void run(async () => {
        await call(queries, releaseMail, {});
        void showToast({ text: 'Emails go to readers again.' });
      }),
  };
}
