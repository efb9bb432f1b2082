import { useQueryClient } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { focusHeading } from '../../../platform/web/ui/navigation-focus.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { takeBackHandOver } from '../contract.ts';

interface TakeBackButtonProps {
  readonly id: string;
  /** What was handed over, for those who don't see the line. */
  readonly label: string;
}

/** Takes back a hand-over. */
export function TakeBackButton({ id, label }: TakeBackButtonProps) {
  const queries = useQueryClient();
  const { isPending, run } = useSingleFlight(async () => {
    try {
      await call(queries, takeBackHandOver, { params: { id } });
      focusHeading();
      void showToast({ text: 'It was taken back.' });
    } catch (error) {
      void showToast({ text: errorMessageOf(error), tone: 'bad' });
    }
    // The authors' lists, and the log.
    await queries.invalidateQueries({ queryKey: [...personalKey, 'manage'] });
  });
  return (
    <Button
      look="plain"
      size="small"
      aria-label={`Undo: ${label}`}
      aria-disabled={isPending}
      onClick={() => void run()}
    >
      Undo
    </Button>
  );
}
