import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import { type BlogAction, isLongTitle } from '../../../../blog/web/blog-entry.ts';
import { CategoryLabel } from '../../../../blog/web/category-label.tsx';
import { CoverPicture } from '../../../../blog/web/cover-picture.tsx';
import { paths } from '../../../../paths.ts';
import { ButtonLink } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../../platform/web/ui/lists/empty-state.tsx';
import { Skeleton } from '../../../../platform/web/ui/waiting.tsx';
import type { LatestBlog } from '../../contract/lists.ts';
import { latestBlogsQuery } from './list-queries.ts';

/**
 * As on a magazine's cover the newest blog leads, the next two follow and the rest stand small: places in a row of
 * six columns, the size of the title and how wide the picture gets.
 */
const ranks = {
  lead: {
    place:
      'md:col-span-6 md:grid md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:items-center md:gap-8',
    cover: 'md:self-start',
    title: 'text-3xl',
    longTitle: 'text-2xl',
    sizes: '(min-width: 64rem) 34rem, (min-width: 48rem) 56vw, 100vw',
  },
  second: {
    place: 'md:col-span-3',
    cover: '',
    title: 'text-2xl',
    longTitle: 'text-xl',
    sizes: '(min-width: 64rem) 28rem, (min-width: 48rem) 46vw, 100vw',
  },
  third: {
    place: 'md:col-span-2',
    cover: '',
    title: 'text-xl',
    longTitle: 'text-lg',
    sizes: '(min-width: 64rem) 18rem, (min-width: 48rem) 30vw, 100vw',
  },
} as const;
type Rank = keyof typeof ranks;

function rankOf(index: number): Rank {
  if (index === 0) return 'lead';
  return index < 3 ? 'second' : 'third';
}

interface RecentPostProps {
  readonly blog: LatestBlog;
  readonly rank: Rank;
  readonly action: BlogAction;
}

function RecentPost({ blog, rank, action }: RecentPostProps) {
  // Home carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
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
        <div className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-2 pt-4">
          <ButtonLink size="small" to={path} tabIndex={-1} aria-describedby={titleId}>
            Details
          </ButtonLink>
          {action(blog, titleId)}
        </div>
      </div>
    </article>
  );
}

function PostSkeleton({ rank }: { readonly rank: Rank }) {
  return (
    <div className={ranks[rank].place}>
      <Skeleton className="aspect-8/5 w-full" />
      <div>
        <Skeleton className="mt-4 h-5 w-24" />
        <Skeleton className="mt-2 h-8 w-full" />
        <Skeleton className="mt-3 h-20 w-full" />
        <Skeleton className="mt-4 h-9 w-24" />
      </div>
    </div>
  );
}

const row = 'grid grid-cols-1 gap-x-8 gap-y-12 md:grid-cols-6';

/** The latest blogs as cards, the newest leading. */
export function RecentPosts({ action }: { readonly action: BlogAction }) {
  // Home carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
  'use no memo';
  const { data: blogs, isError, refetch } = useQuery(latestBlogsQuery());
  if (blogs?.length === 0) return <EmptyState title="No Posts Available" />;
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
  return (
    <div className={row} aria-busy="true">
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <PostSkeleton key={index} rank={rankOf(index)} />
      ))}
    </div>
  );
}
