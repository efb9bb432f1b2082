import { useQueryClient } from '@tanstack/react-query';
import { standingKey } from '../../../identity/web/standing-key.ts';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { focusHeading } from '../../../platform/web/ui/navigation-focus.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { deleteMessage, markMessage, restoreMessage } from '../contract/manage.ts';
import { messagesKey } from './message-queries.ts';

export interface MessageActions {
  readonly isPending: boolean;
  readonly mark: (id: string, isRead: boolean) => void;
  readonly remove: (id: string) => void;
}

/** Marks and deletes messages; a deletion can be undone. */
export function useMessageActions(): MessageActions {
  const queries = useQueryClient();
  const { isPending, run } = useSingleFlight(async (work: () => Promise<void>) => {
    await work().catch((error: unknown) => {
      void showToast({ text: errorMessageOf(error), tone: 'bad' });
    });
    await queries.invalidateQueries({ queryKey: messagesKey });
    await queries.invalidateQueries({ queryKey: standingKey });
  });

  async function bringBack(id: string): Promise<void> {
    await call(queries, restoreMessage, { params: { id } });
  }

  async function remove(id: string): Promise<void> {
    await call(queries, deleteMessage, { params: { id } });
    // The pressed button is removed with its message.
    focusHeading();
    void showToast({ text: 'The message was deleted.', undo: () => run(() => bringBack(id)) });
  }

  return {
    isPending,
    mark: (id, isRead) =>
      void run(async () => {
        await call(queries, markMessage, { params: { id }, body: { isRead } });
      }),
    remove: (id) => void run(() => remove(id)),
  };
}
