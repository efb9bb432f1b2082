import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { ListSkeleton } from '../../../platform/web/ui/lists/list-skeleton.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { focusHeading } from '../../../platform/web/ui/navigation-focus.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { takeBackHandOver } from '../contract.ts';
import { handOversQuery, ownershipKey } from './ownership-queries.ts';

/** Recent hand-overs, each with a button that takes it back. */
export function HandOvers() {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery(handOversQuery);
  const { isPending, run } = useSingleFlight(async (id: string) => {
    try {
      await call(queries, takeBackHandOver, { params: { id } });
      focusHeading();
      void showToast({ text: 'It was taken back.' });
    } catch (error) {
      void showToast({ text: errorMessageOf(error), tone: 'bad' });
    }
    await queries.invalidateQueries({ queryKey: ownershipKey });
  });
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The list could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton />;
  if (data.length === 0) {
    return <p className="text-soft">Nothing was handed over in the last thirty days.</p>;
  }
  return (
    <ul className="border-t border-rule">
      {data.map(({ id, at, from, to, texts }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-3"
        >
          <div className="min-w-0">
            <p className="wrap-anywhere">
              {texts === 1 ? 'One text' : `${texts.toLocaleString('en-US')} texts`} of{' '}
              <bdi>{from}</bdi> to <bdi>{to}</bdi>
            </p>
            <p className="text-sm text-soft">
              <Moment at={at} />
            </p>
          </div>
          <Button
            look="plain"
            size="small"
            aria-label={`Undo: ${from} to ${to}`}
            aria-disabled={isPending}
            onClick={() => void run(id)}
          >
            Undo
          </Button>
        </li>
      ))}
    </ul>
  );
}
