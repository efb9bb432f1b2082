import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import type { BlogSummary } from '../../../../blog/contract.ts';
import { type BlogAction, isLongTitle } from '../../../../blog/web/blog-entry.ts';
import { Byline } from '../../../../blog/web/byline.tsx';
import { CardActions } from '../../../../blog/web/card-actions.tsx';
import { CategoryLabel } from '../../../../blog/web/category-label.tsx';
import { CoverPicture } from '../../../../blog/web/cover-picture.tsx';
import { paths } from '../../../../paths.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../../platform/web/ui/lists/empty-state.tsx';
import { latestBlogsQuery } from './list-queries.ts';
import { type Rank, RecentPostsSkeleton, rankOf, ranks, row } from './recent-posts-skeleton.tsx';
import { WriteFirst } from './write-first.tsx';

interface RecentPostProps {
  readonly blog: BlogSummary;
  readonly rank: Rank;
  readonly action: BlogAction;
}

function RecentPost({ blog, rank, action }: RecentPostProps) {
  // Home includes it and it seldom re-renders: the compiler's memoization would add more bytes than it saves work.
  'use no memo';
  const titleId = useId();
  const { place, cover, title, longTitle, sizes } = ranks[rank];
  const path = paths.blog.to(blog._id);
  const isMoving = useViewTransitionState(path);
  return (
    <article className={`card flex flex-col ${place}`} aria-labelledby={titleId}>
      <CoverPicture
        imageUrl={blog.imageUrl}
        category={blog.category}
        sizes={sizes}
        className={`${cover} ${isMoving ? 'morph-cover' : ''}`}
      />
      <div className="mt-4 flex grow flex-col">
        <p className="text-sm">
          <CategoryLabel category={blog.category} />
        </p>
        <h3
          id={titleId}
          dir="auto"
          className={`mt-1.5 font-display font-medium text-balance wrap-anywhere ${isLongTitle(blog.title) ? longTitle : title} ${isMoving ? 'morph-title' : ''}`}
        >
          <Link viewTransition to={path} data-item="" className="card-link">
            {blog.title}
          </Link>
        </h3>
        <p dir="auto" className="mt-2 text-soft text-pretty wrap-anywhere">
          {blog.shortDescription}
        </p>
        <Byline blog={blog} className="mt-3 text-sm" />
        <CardActions to={path} titleId={titleId}>
          {action(blog, titleId)}
        </CardActions>
      </div>
    </article>
  );
}

/** The latest blogs as cards, the newest leading. */
export function RecentPosts({ action }: { readonly action: BlogAction }) {
  // Home includes it and it seldom re-renders: the compiler's memoization would add more bytes than it saves work.
  'use no memo';
  const { data: blogs, isError, refetch } = useQuery(latestBlogsQuery());
  if (blogs?.length === 0)
    return <EmptyState drawing="sheet" title="No Posts Available" action={<WriteFirst />} />;
  if (blogs) {
    return (
      <div className={row}>
        {blogs.map((blog, index) => (
          <RecentPost key={blog._id} blog={blog} rank={rankOf(index)} action={action} />
        ))}
      </div>
    );
  }
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>The latest blogs could not be loaded.</ErrorNote>;
  }
  return <RecentPostsSkeleton />;
}
