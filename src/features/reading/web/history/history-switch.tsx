import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SwitchField } from '../../../../platform/web/ui/forms/switch-field.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { FormSkeleton } from '../../../../platform/web/ui/waiting.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { historyChoiceQuery, useChooseHistory } from './history-queries.ts';

/** Switches the viewer's history. Switching it off deletes the stored history, after a confirmation. */
export function HistorySwitch() {
  const { ask } = useDialogs();
  const { data, isError, refetch } = useQuery(historyChoiceQuery());
  const { mutateAsync: choose } = useChooseHistory();
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async (isKept: boolean) => {
    setFailure(undefined);
    const isMeant =
      isKept ||
      (await ask({
        title: 'Switch off your reading history?',
        text: 'What was kept is deleted, and blogs no longer offer to go on where you stopped.',
        confirmLabel: 'Switch off',
      }));
    if (!isMeant) return;
    try {
      await choose(isKept);
      void showToast({
        text: isKept ? 'Your reading history is on.' : 'Your reading history is off and deleted.',
      });
    } catch (error) {
      setFailure(errorMessageOf(error));
    }
  });

  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>Your choice could not be loaded.</ErrorNote>;
  }
  if (!data) return <FormSkeleton fields={1} />;
  return (
    <div className="grid gap-4">
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <SwitchField
        label="Keep my reading history"
        hint="On unless you switch it off. Which blogs you read and how far is kept for a year, for you alone: neither authors nor the people who run this site are shown it."
        checked={data.isKept}
        aria-disabled={isPending}
        onChange={({ target }) => void run(target.checked)}
      />
    </div>
  );
}
