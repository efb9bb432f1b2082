import { useQuery } from '@tanstack/react-query';
import { featuredLeads } from '../../features/reading/web/lists/featured-leads.ts';
import { FeaturedSkeleton } from '../../features/reading/web/lists/featured-skeleton.tsx';
import { FeaturedTable } from '../../features/reading/web/lists/featured-table.tsx';
import { featuredBlogsQuery } from '../../features/reading/web/lists/list-queries.ts';
import { WriteFirst } from '../../features/reading/web/lists/write-first.tsx';
import { paths } from '../../paths.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { type SiteSettings, useSiteSettings } from '../../platform/web/site-settings.ts';
import { ButtonLink } from '../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../platform/web/ui/error-note.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { EmptyState } from '../../platform/web/ui/lists/empty-state.tsx';
import { definePage } from '../define-page.ts';

const leadOf = (own: SiteSettings['own']) => featuredLeads[own?.featured ?? 'longest'];

function FeaturedBlogs() {
  const { own } = useSiteSettings();
  const { data: blogs, isError, refetch } = useQuery(featuredBlogsQuery());
  if (!blogs && !isError) return <FeaturedSkeleton />;
  if (!blogs) {
    return <ErrorNote onRetry={() => refetch()}>Error fetching featured blogs</ErrorNote>;
  }
  if (blogs.length === 0) {
    // By another choice than the longest, there may be blogs that aren't featured.
    const isFirst = (own?.featured ?? 'longest') === 'longest';
    const action = isFirst ? (
      <WriteFirst />
    ) : (
      <ButtonLink to={paths.allBlogs.to()}>All Blogs</ButtonLink>
    );
    return <EmptyState drawing="sheet" title="No featured blogs available." action={action} />;
  }
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
