import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { BlogDate } from '../../../../blog/web/byline.tsx';
import { paths } from '../../../../paths.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SideSection } from '../../../../platform/web/ui/headed-section.tsx';
import { SideListProgress } from '../../../../platform/web/ui/waiting.tsx';
import { latestBlogsQuery } from './list-queries.ts';

function RecentPostsItems() {
  // Every page includes it and it seldom re-renders: the compiler's memoization would add more bytes than it saves
  // work.
  'use no memo';
  const { data: blogs, isError, refetch } = useQuery(latestBlogsQuery());
  if (!blogs && !isError) return <SideListProgress label="Loading recent posts" />;
  if (!blogs) {
    return <ErrorNote onRetry={() => refetch()}>Error fetching latest blogs</ErrorNote>;
  }
  if (blogs.length === 0) return <p className="text-sm text-faint">No posts yet.</p>;
  return (
    <ul className="one-line side-list divide-y divide-rule">
      {blogs.map((blog) => (
        <li key={blog._id} className="py-3 first:pt-0">
          <Link
            viewTransition
            to={paths.blog.to(blog._id)}
            dir="auto"
            className="block font-display text-lg leading-snug text-balance wrap-anywhere hover:text-accent"
          >
            {blog.title}
          </Link>
          <p className="mt-1 text-xs text-faint">
            <BlogDate createdAt={blog.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The sidebar's Recent Posts: the titles of the latest blogs. */
export function RecentPostsList() {
  return (
    <SideSection title="Recent Posts">
      <RecentPostsItems />
    </SideSection>
  );
}
