import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../../../paths.ts';
import { cutText } from '../../../../platform/text/shorten.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SideSection } from '../../../../platform/web/ui/headed-section.tsx';
import { SideListProgress } from '../../../../platform/web/ui/waiting.tsx';
import { popularCount } from '../../contract/lists.ts';
import { featuredBlogsQuery } from './list-queries.ts';

/** Characters of a short description in the sidebar (specification, section 9). */
const descriptionMax = 50;

function PopularPostsList() {
  // Every page includes it and it seldom re-renders: the compiler's memoization would add more bytes than it saves
  // work.
  'use no memo';
  const { data: blogs, isError, refetch } = useQuery(featuredBlogsQuery());
  if (!blogs && !isError) return <SideListProgress label="Loading popular posts" />;
  if (!blogs) {
    return <ErrorNote onRetry={() => refetch()}>Error fetching featured blogs</ErrorNote>;
  }
  if (blogs.length === 0) return <p className="text-sm text-faint">No posts yet.</p>;
  return (
    <ol className="one-line side-list divide-y divide-rule">
      {blogs.slice(0, popularCount).map((blog, index) => (
        <li key={blog._id} className="flex gap-4 py-3 first:pt-0">
          <span aria-hidden="true" className="w-6 shrink-0 font-display text-2xl text-soft">
            {index + 1}
          </span>
          <Link
            viewTransition
            to={paths.blog.to(blog._id)}
            dir="auto"
            className="grow text-sm text-ink text-pretty wrap-anywhere hover:text-accent"
          >
            {cutText(blog.shortDescription, descriptionMax)}
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** The sidebar's Popular Posts: the first of the featured blogs. */
export function PopularPosts() {
  return (
    <SideSection title="Popular Posts">
      <PopularPostsList />
    </SideSection>
  );
}
