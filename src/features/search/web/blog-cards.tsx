import type { BlogSummary } from '../../../blog/contract.ts';
import type { BlogAction } from '../../../blog/web/blog-entry.ts';
import { BlogCard } from './blog-card.tsx';
import { grid } from './blog-cards-skeleton.tsx';

/** Cards whose covers are in the viewport before any scrolling. */
const inViewport = 2;

interface BlogCardsProps {
  readonly blogs: readonly BlogSummary[];
  readonly action: BlogAction;
}

/** Blogs as cards, in two columns if there is room. */
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
