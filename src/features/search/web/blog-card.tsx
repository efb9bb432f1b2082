import { useId } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import type { BlogSummary } from '../../../blog/contract.ts';
import type { BlogAction } from '../../../blog/web/blog-entry.ts';
import { authorNameOf, BlogDate } from '../../../blog/web/byline.tsx';
import { CategoryLabel } from '../../../blog/web/category-label.tsx';
import { CoverPicture } from '../../../blog/web/cover-picture.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { Skeleton } from '../../../platform/web/ui/waiting.tsx';

/** Covers fill a column of two in three quarters of the window. */
const coverSizes = '(min-width: 64rem) 28rem, (min-width: 40rem) 46vw, 100vw';

interface BlogCardProps {
  readonly blog: BlogSummary;
  readonly action: BlogAction;
  /** True for a card that is in the viewport at once. */
  readonly isFirst: boolean;
}

/** A blog in the list of all blogs. */
export function BlogCard({ blog, action, isFirst }: BlogCardProps) {
  const titleId = useId();
  const path = paths.blog.to(blog._id);
  const isMoving = useViewTransitionState(path);
  return (
    <article className="card group flex h-full flex-col" aria-labelledby={titleId}>
      <div className="relative">
        <CoverPicture
          imageUrl={blog.imageUrl}
          category={blog.category}
          sizes={coverSizes}
          isFirst={isFirst}
          className={isMoving ? 'morph-cover' : ''}
        />
        <Link
          viewTransition
          to={path}
          tabIndex={-1}
          aria-describedby={titleId}
          className="absolute inset-0 flex items-end p-4 opacity-0 transition-opacity group-hover:opacity-100 focus-visible:opacity-100 group-has-[.card-link:focus-visible]:opacity-100"
        >
          <span className="rounded-sm bg-paper px-4 py-2 text-sm font-semibold text-ink">
            View Post
          </span>
        </Link>
      </div>
      <p className="mt-4 text-sm text-faint">
        <CategoryLabel category={blog.category} />
        <span aria-hidden="true" className="mx-1.5">
          ·
        </span>
        <BlogDate createdAt={blog.createdAt} />
      </p>
      <h2
        id={titleId}
        dir="auto"
        className={`mt-1.5 font-display text-2xl font-medium text-balance wrap-anywhere ${isMoving ? 'morph-title' : ''}`}
      >
        <Link viewTransition to={path} data-item="" className="card-link">
          {blog.title}
        </Link>
      </h2>
      <p dir="auto" className="mt-2 text-soft text-pretty wrap-anywhere">
        {blog.shortDescription}
      </p>
      <p className="mt-2 text-sm text-faint wrap-anywhere">By {authorNameOf(blog)}</p>
      <div className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-2 pt-4">
        <ButtonLink size="small" to={path} tabIndex={-1} aria-describedby={titleId}>
          Details
        </ButtonLink>
        {action(blog, titleId)}
      </div>
    </article>
  );
}

/** Stands where a card will be. */
export function BlogCardSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="aspect-8/5 w-full" />
      <Skeleton className="mt-5 h-4 w-40" />
      <Skeleton className="mt-3 h-7 w-4/5" />
      <Skeleton className="mt-3 h-20 w-full" />
      <Skeleton className="mt-3 h-4 w-32" />
      <Skeleton className="mt-5 h-9 w-24" />
    </div>
  );
}
