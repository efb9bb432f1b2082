import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BlogCard } from '../../../../blog/contract.ts';
import { isLongTitle } from '../../../../blog/web/blog-entry.ts';
import { BlogDate, longDateOf, readingTimeOf } from '../../../../blog/web/byline.tsx';
import { CategoryLabel } from '../../../../blog/web/category-label.tsx';
import { CoverPicture } from '../../../../blog/web/cover-picture.tsx';
import { paths } from '../../../../paths.ts';
import { PersonPhoto } from '../../../../platform/web/ui/pictures/person-photo.tsx';
import { siteImageSize } from '../../../../platform/web/ui/pictures/site-image.ts';
import { AuthorName } from './author-name.tsx';

const dayMs = 86_400_000;

/** Time of the last change, if it is at least a day after publication: earlier changes count as part of publishing. */
export function laterChangeOf({
  createdAt,
  updatedAt,
}: Pick<BlogCard, 'createdAt' | 'updatedAt'>): string | null {
  if (createdAt === null) return null;
  return Date.parse(updatedAt) - Date.parse(createdAt) >= dayMs ? updatedAt : null;
}

/** The publication date, linked to that month's archive (UTC, as the date). A draft preview has no link. */
function PublicationDate({ blog: { _id, createdAt } }: Pick<BlogHeaderProps, 'blog'>) {
  const [, year, month] = /^(\d{4})-(\d{2})-/.exec(createdAt ?? '') ?? [];
  const date = <BlogDate createdAt={createdAt} />;
  if (_id === '' || !year || !month) return date;
  return (
    <Link
      viewTransition
      to={paths.archiveMonth.to(year, month)}
      className="inline-flex min-h-link items-center underline decoration-transparent underline-offset-[0.3em] transition-colors hover:decoration-accent"
    >
      {date}
    </Link>
  );
}

const coverSizes =
  '(min-width: 113rem) 67.5rem, (min-width: 80rem) 40rem, (min-width: 64rem) 72vw, 100vw';

/** Minimum width in pixels of a cover that is shown wide: a smaller one would be enlarged by more than half. */
const wideMin = 720;

interface BlogHeaderProps {
  readonly blog: BlogCard;
  /** Actions for the blog, at the end of the line with its author. */
  readonly action?: ReactNode;
}

/** The beginning of a blog: category, title, description, author, date and cover. */
export function BlogHeader({ blog, action }: BlogHeaderProps) {
  const changedAt = laterChangeOf(blog);
  const isSmall = (siteImageSize(blog.imageUrl)?.width ?? wideMin) < wideMin;
  return (
    <header>
      <div className="mx-auto max-w-measure">
        <p className="text-sm">
          <Link
            viewTransition
            to={paths.allBlogs.to({ filter: blog.category })}
            className="inline-flex min-h-link items-center underline decoration-transparent underline-offset-[0.3em] transition-colors hover:decoration-accent"
          >
            <CategoryLabel category={blog.category} />
          </Link>
        </p>
        <h1
          tabIndex={-1}
          dir="auto"
          className={`morph-title mt-2 font-display font-medium text-balance wrap-anywhere hyphens-auto ${isLongTitle(blog.title) ? 'text-3xl' : 'text-4xl'}`}
        >
          {blog.title}
        </h1>
        <p
          dir="auto"
          className="mt-4 font-display text-xl leading-snug text-soft text-pretty wrap-anywhere"
        >
          {blog.shortDescription}
        </p>
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <PersonPhoto photo={blog.author?.photo ?? null} size={48} />
          <p className="min-w-0 basis-48 grow text-sm text-faint">
            <span className="block font-semibold text-ink wrap-anywhere">
              <AuthorName blog={blog} />
            </span>
            {/* Room for the first link’s focus ring, which is clipped otherwise. */}
            <span className="byline -ms-1 items-center ps-1">
              <PublicationDate blog={blog} />{' '}
              {changedAt !== null && (
                <span>
                  Updated <time dateTime={changedAt}>{longDateOf(changedAt)}</time>
                </span>
              )}{' '}
              <span>{readingTimeOf(blog)}</span>
            </span>
          </p>
          {action && (
            <div className="ml-auto flex flex-wrap items-center gap-3 print:hidden">{action}</div>
          )}
        </div>
      </div>
      <div className={`-mx-gutter mt-8 ${isSmall ? 'sm:mx-auto sm:max-w-measure' : 'sm:mx-0'}`}>
        <CoverPicture
          imageUrl={blog.imageUrl}
          alt={blog.imageAlt}
          category={blog.category}
          sizes={coverSizes}
          isFirst
          className="morph-cover max-sm:rounded-none"
        />
      </div>
    </header>
  );
}
