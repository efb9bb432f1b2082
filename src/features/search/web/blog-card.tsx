import { useId } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import type { BlogSummary } from '../../../blog/contract.ts';
import type { BlogAction } from '../../../blog/web/blog-entry.ts';
import { Byline } from '../../../blog/web/byline.tsx';
import { CardActions } from '../../../blog/web/card-actions.tsx';
import { CategoryLabel } from '../../../blog/web/category-label.tsx';
import { CoverPicture } from '../../../blog/web/cover-picture.tsx';
import { paths } from '../../../paths.ts';

/** Covers fill a column of two in three quarters of the window. */
const coverSizes = '(min-width: 64rem) 28rem, (min-width: 40rem) 46vw, 100vw';

interface BlogCardProps {
  readonly blog: BlogSummary;
  readonly action: BlogAction;
  /** True for a card in the initial viewport. */
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
      <p className="mt-4 text-sm">
        <CategoryLabel category={blog.category} />
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
      <Byline blog={blog} className="mt-3 text-sm" />
      <CardActions to={path} titleId={titleId}>
        {action(blog, titleId)}
      </CardActions>
    </article>
  );
}
