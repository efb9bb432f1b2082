import { Link } from 'react-router';
import { archiveQuery, spanBlogsQuery } from '../../features/archive/web/archive-queries.ts';
import { paths } from '../../paths.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { textLink } from '../../platform/web/ui/text-link.ts';
import { definePage } from '../define-page.ts';
import { ArchiveSpan } from './archive-span.tsx';

function ArchiveYearPage() {
  return (
    <ArchiveSpan
      title={({ year }) => year}
      up={() => (
        <Link viewTransition to={paths.archive.to()} className={textLink}>
          Archive
        </Link>
      )}
    />
  );
}

export const page = definePage(paths.archiveYear, {
  component: ArchiveYearPage,
  queries: ({ params: { year }, query: { cursor } }) => [
    archiveQuery(),
    spanBlogsQuery({ year }, cursor),
  ],
  head: ({ params: { year }, settings: { own } }) => ({
    title: `Archive: ${year}`,
    description: `Blogs that were published on ${nameIn(own)} in ${year}, newest first.`,
    breadcrumbs: [
      { name: 'Home', path: paths.home.to() },
      { name: 'Archive', path: paths.archive.to() },
      { name: year, path: paths.archiveYear.to(year) },
    ],
  }),
});
