import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Byline } from '../../../../blog/web/byline.tsx';
import { CategoryLabel } from '../../../../blog/web/category-label.tsx';
import { CoverPicture } from '../../../../blog/web/cover-picture.tsx';
import { paths } from '../../../../paths.ts';
import { SectionHeading } from '../../../../platform/web/ui/headings.tsx';
import type { BriefBlog } from '../../contract/beside.ts';
import { blogsBesideQuery } from './blogs-beside-query.ts';

const coverSizes = '(min-width: 40rem) 13rem, 7rem';

function RelatedBlog({ blog }: { readonly blog: BriefBlog }) {
  return (
    <article className="card grid grid-cols-[7rem_minmax(0,1fr)] gap-4 sm:grid-cols-1 sm:gap-0">
      <CoverPicture imageUrl={blog.imageUrl} category={blog.category} sizes={coverSizes} />
      <div className="min-w-0">
        <p className="text-sm sm:mt-3">
          <CategoryLabel category={blog.category} />
        </p>
        <h3
          dir="auto"
          className="mt-1 font-display text-lg leading-snug font-medium text-balance wrap-anywhere"
        >
          <Link viewTransition to={paths.blog.to(blog._id)} className="card-link">
            {blog.title}
          </Link>
        </h3>
        <Byline blog={blog} className="mt-1 text-xs" />
      </div>
    </article>
  );
}

interface NeighbourProps {
  readonly blog: BriefBlog;
  readonly rel: 'prev' | 'next';
  readonly children: ReactNode;
}

function Neighbour({ blog, rel, children }: NeighbourProps) {
  const side = rel === 'next' ? 'sm:text-right' : '';
  return (
    <Link
      viewTransition
      rel={rel}
      to={paths.blog.to(blog._id)}
      className={`group block min-w-0 py-1 ${side} ${rel === 'next' ? 'sm:col-start-2' : ''}`}
    >
      <span className="block text-sm text-faint">{children}</span>
      <span
        dir="auto"
        // In any script on the side of its label.
        className={`mt-1 block text-left ${side} font-display text-lg leading-snug text-balance wrap-anywhere group-hover:text-accent`}
      >
        {blog.title}
      </span>
    </Link>
  );
}

/** The links after a blog: three related blogs, the previous and the next one. */
export function ReadOn({ id }: { readonly id: string }) {
  const headingId = useId();
  const { data: beside } = useQuery(blogsBesideQuery(id));
  // The reader has the blog itself: a failure of this query isn't shown.
  if (!beside || (beside.related.length === 0 && !beside.older && !beside.newer)) return null;
  const { related, older, newer } = beside;
  const neighbours = (older || newer) && (
    <nav
      aria-label="Posts by date"
      className="grid gap-x-8 gap-y-4 border-t border-rule pt-6 sm:grid-cols-2"
    >
      {older && (
        <Neighbour blog={older} rel="prev">
          Previous
        </Neighbour>
      )}
      {newer && (
        <Neighbour blog={newer} rel="next">
          Next
        </Neighbour>
      )}
    </nav>
  );
  if (related.length === 0) return neighbours;
  return (
    <section aria-labelledby={headingId} className="grid gap-y-8">
      <div>
        <SectionHeading id={headingId}>Read on</SectionHeading>
        <ul className="grid gap-6 sm:grid-cols-3">
          {related.map((blog) => (
            <li key={blog._id}>
              <RelatedBlog blog={blog} />
            </li>
          ))}
        </ul>
      </div>
      {neighbours}
    </section>
  );
}
