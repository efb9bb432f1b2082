import { useQuery } from '@tanstack/react-query';
import { longDateOf } from '../../../blog/web/byline.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { ListSkeleton } from '../../../platform/web/ui/lists/list-skeleton.tsx';
import { missedQuery } from './redirect-queries.ts';

/** Missed addresses, each with a link to create a redirect. */
export function MissedList() {
  const { data, isError, refetch } = useQuery(missedQuery);
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The list could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton />;
  if (data.length === 0)
    return <p className="text-soft">Every address that was asked for lately was found.</p>;
  return (
    <ul className="border-t border-rule">
      {data.map(({ path, count, day }) => (
        <li
          key={path}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-3"
        >
          <div className="min-w-0">
            <p className="font-mono text-sm wrap-anywhere">{path}</p>
            <p className="text-sm text-soft">
              {count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`}, last on{' '}
              <time dateTime={day}>{longDateOf(day)}</time>
            </p>
          </div>
          <ButtonLink
            look="plain"
            size="small"
            aria-label={`Make a redirect: ${path}`}
            to={paths.manageAddresses.to({ path })}
          >
            Make a redirect
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
