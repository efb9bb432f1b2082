import { ArchiveList } from '../../features/archive/web/archive-list.tsx';
import { archiveQuery } from '../../features/archive/web/archive-queries.ts';
import { paths } from '../../paths.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { definePage } from '../define-page.ts';

function ArchivePage() {
  return (
    <>
      <PageHeading lead="Every blog, by the month in which it was published.">Archive</PageHeading>
      <ArchiveList />
    </>
  );
}

export const page = definePage(paths.archive, {
  component: ArchivePage,
  queries: () => [archiveQuery()],
  head: ({ settings: { own } }) => ({
    title: 'Archive',
    description: `All blogs on ${nameIn(own)}, by year and month.`,
    breadcrumbs: [
      { name: 'Home', path: paths.home.to() },
      { name: 'Archive', path: paths.archive.to() },
    ],
  }),
});
