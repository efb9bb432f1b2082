import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { countWords } from '../../../platform/text/count-words.ts';
import { monthNameOf, monthPath } from './archive-paths.ts';
import { archiveQuery, type SpanName } from './archive-queries.ts';

/** The months of a year that have blogs, the newest first, with the one whose page this is. */
export function MonthLinks({ span }: { readonly span: SpanName }) {
  const { data } = useQuery(archiveQuery());
  const year = data?.find(({ year }) => year === Number(span.year));
  if (!year) return null;
  return (
    <nav aria-label={`Months of ${year.year}`} className="mb-8">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {year.months.map(({ month, blogs }) => (
          <li key={month}>
            <Link
              viewTransition
              to={monthPath(year.year, month)}
              aria-current={month === Number(span.month) ? 'page' : undefined}
              className="inline-flex min-h-link items-center gap-1.5 py-1 text-sm decoration-accent underline-offset-4 hover:underline aria-[current]:font-semibold aria-[current]:underline"
            >
              {monthNameOf(month)}{' '}
              <span className="text-faint tabular-nums" aria-hidden="true">
                {blogs.toLocaleString('en-US')}
              </span>
              <span className="sr-only">, {countWords(blogs, 'blog', 'blogs')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
