import { useQuery } from '@tanstack/react-query';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { ListSkeleton } from '../../../platform/web/ui/lists/list-skeleton.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { handOversQuery } from './ownership-queries.ts';
import { TakeBackButton } from './take-back-button.tsx';

/** Recent hand-overs, each with a button that takes it back. */
export function HandOvers() {
  const { data, isError, refetch } = useQuery(handOversQuery);
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
          <TakeBackButton id={id} label={`${from} to ${to}`} />
        </li>
      ))}
    </ul>
  );
}
