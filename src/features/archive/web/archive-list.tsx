import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { countWords } from '../../../platform/text/count-words.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SectionHeading } from '../../../platform/web/ui/headings.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { Skeleton } from '../../../platform/web/ui/waiting.tsx';
import type { ArchiveYear } from '../contract.ts';
import { monthNameOf, monthPath, yearPath } from './archive-paths.ts';
import { archiveQuery } from './archive-queries.ts';

const underlined = 'decoration-accent underline-offset-4 hover:underline';

function YearSection({ year, blogs, months }: ArchiveYear) {
  const headingId = `year-${year}`;
  return (
    <section aria-labelledby={headingId} className="mb-12">
      <SectionHeading id={headingId}>
        <Link viewTransition to={yearPath(year)} className={underlined}>
          {year}
        </Link>{' '}
        <span className="font-sans text-sm font-normal text-faint tabular-nums">
          {countWords(blogs, 'blog', 'blogs')}
        </span>
      </SectionHeading>
      <ul className="gap-x-8 sm:columns-2 lg:columns-3">
        {months.map(({ month, blogs }) => (
          <li key={month} className="break-inside-avoid border-b border-rule">
            <Link
              viewTransition
              to={monthPath(year, month)}
              className={`flex min-h-11 items-baseline justify-between gap-4 py-2.5 ${underlined}`}
            >
              <span>{monthNameOf(month)}</span>{' '}
              <span className="shrink-0 text-sm text-faint tabular-nums">
                {countWords(blogs, 'blog', 'blogs')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The years in which blogs were published, each with its months, the newest first. */
export function ArchiveList() {
  const { data, isError, refetch } = useQuery(archiveQuery());
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>The archive could not be loaded.</ErrorNote>;
  }
  if (!data) return <Skeleton className="h-48 w-full" />;
  if (data.length === 0) {
    return (
      <EmptyState
        drawing="sheet"
        title="Nothing here yet"
        text="Once a blog is published, it is found here by its month."
        action={<ButtonLink to={paths.allBlogs.to()}>All Blogs</ButtonLink>}
      />
    );
  }
  return data.map((one) => <YearSection key={one.year} {...one} />);
}
