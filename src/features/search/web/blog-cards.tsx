import type { BlogSummary } from '../../../blog/contract.ts';
import type { BlogAction } from '../../../blog/web/blog-entry.ts';
import { BlogCard, BlogCardSkeleton } from './blog-card.tsx';

const grid = 'grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2';
/** Cards whose covers are in the viewport before any scrolling. */
const inViewport = 2;

interface BlogCardsProps {
  readonly blogs: readonly BlogSummary[];
  readonly action: BlogAction;
}

/** Blogs as cards, two beside each other where there is room. */
export function BlogCards({ blogs, action }: BlogCardsProps) {
  return (
    <ul className={grid}>
      {blogs.map((blog, index) => (
        <li key={blog._id}>
          <BlogCard blog={blog} action={action} isFirst={index < inViewport} />
        </li>
      ))}
    </ul>
  );
}

export function BlogCardsSkeleton() {
  return (
    <div className={grid} aria-busy="true">
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <BlogCardSkeleton key={index} />
      ))}
    </div>
  );
}
