import { Link } from 'react-router';
import { monthNameOf } from '../../features/archive/web/archive-paths.ts';
import { archiveQuery, spanBlogsQuery } from '../../features/archive/web/archive-queries.ts';
import { paths } from '../../paths.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { textLink } from '../../platform/web/ui/text-link.ts';
import { definePage } from '../define-page.ts';
import { ArchiveSpan } from './archive-span.tsx';

const nameOf = (year: string, month: string | undefined) => `${monthNameOf(Number(month))} ${year}`;

function ArchiveMonthPage() {
  return (
    <ArchiveSpan
      title={({ year, month }) => nameOf(year, month)}
      up={({ year }) => (
        <>
          <Link viewTransition to={paths.archive.to()} className={textLink}>
            Archive
          </Link>
          <Link viewTransition to={paths.archiveYear.to(year)} className={textLink}>
            All of {year}
          </Link>
        </>
      )}
    />
  );
}

export const page = definePage(paths.archiveMonth, {
  component: ArchiveMonthPage,
  queries: ({ params: { year, month }, query: { cursor } }) => [
    archiveQuery(),
    spanBlogsQuery({ year, month }, cursor),
  ],
  head: ({ params: { year, month }, settings: { own } }) => {
    const name = nameOf(year, month);
    return {
      title: `Archive: ${name}`,
      description: `Blogs that were published on ${nameIn(own)} in ${name}, newest first.`,
      breadcrumbs: [
        { name: 'Home', path: paths.home.to() },
        { name: 'Archive', path: paths.archive.to() },
        { name: year, path: paths.archiveYear.to(year) },
        { name, path: paths.archiveMonth.to(year, month) },
      ],
    };
  },
});
