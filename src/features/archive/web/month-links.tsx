import { useQuery } from '@tanstack/react-query';
import { FilterLinks } from '../../../platform/web/ui/lists/filter-links.tsx';
import { monthNameOf, monthPath } from './archive-paths.ts';
import { archiveQuery, type SpanName } from './archive-queries.ts';

/** Links to the months of a year that have blogs, the newest first; the current month is marked. */
export function MonthLinks({ span }: { readonly span: SpanName }) {
  const { data } = useQuery(archiveQuery());
  const year = data?.find(({ year }) => year === Number(span.year));
  if (!year) return null;
  const links = year.months.map(({ month }) => ({
    label: monthNameOf(month),
    to: monthPath(year.year, month),
    isCurrent: month === Number(span.month),
    tint: '',
  }));
  return (
    <div className="mb-8">
      <FilterLinks label={`Months of ${year.year}`} links={links} />
    </div>
  );
}
