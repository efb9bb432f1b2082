import { useQuery } from '@tanstack/react-query';
import { featuredLeads } from '../../features/reading/web/lists/featured-leads.ts';
import { FeaturedSkeleton } from '../../features/reading/web/lists/featured-skeleton.tsx';
import { FeaturedTable } from '../../features/reading/web/lists/featured-table.tsx';
import { featuredBlogsQuery } from '../../features/reading/web/lists/list-queries.ts';
import { paths } from '../../paths.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { type SiteSettings, useSiteSettings } from '../../platform/web/site-settings.ts';
import { ErrorNote } from '../../platform/web/ui/error-note.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { EmptyState } from '../../platform/web/ui/lists/empty-state.tsx';
import { definePage } from '../define-page.ts';

const leadOf = (own: SiteSettings['own']) => featuredLeads[own?.featured ?? 'longest'];

function FeaturedBlogs() {
  const { data: blogs, isError, refetch } = useQuery(featuredBlogsQuery());
  if (!blogs && !isError) return <FeaturedSkeleton />;
  if (!blogs) {
    return <ErrorNote onRetry={() => refetch()}>Error fetching featured blogs</ErrorNote>;
  }
  if (blogs.length === 0)
    return <EmptyState drawing="sheet" title="No featured blogs available." />;
  return <FeaturedTable blogs={blogs} />;
}

function FeaturedBlogsPage() {
  const { own } = useSiteSettings();
  return (
    <>
      <PageHeading lead={leadOf(own)}>Featured Blogs</PageHeading>
      <FeaturedBlogs />
    </>
  );
}

export const page = definePage(paths.featuredBlogs, {
  component: FeaturedBlogsPage,
  queries: () => [featuredBlogsQuery()],
  head: ({ settings: { own } }) => ({
    title: 'Featured Blogs',
    description: `Featured on ${nameIn(own)}. ${leadOf(own)}`,
  }),
});
