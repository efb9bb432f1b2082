import type { Author, BlogSummary } from '../contract.ts';
import { readingMinutesOf } from '../reading-time.ts';

interface Written {
  readonly author: Pick<Author, 'name'> | null;
}

/** The name of a blog's author, or a default where there is none. */
export function authorNameOf({ author }: Written): string {
  return author?.name ?? 'Unknown Author';
}

/** The default bio of authors (specification, section 9). */
const defaultBio = 'Writer, thinker, and creator of amazing stories.';

export function bioOf(author: Pick<Author, 'bio'> | null): string {
  return author?.bio || defaultBio;
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * `November 20, 2026` for an ISO 8601 time; null where it is missing or invalid. In UTC, so that the server and every
 * browser render the same day.
 */
export function longDateOf(moment: string | null): string | null {
  const time = moment === null ? Number.NaN : Date.parse(moment);
  return Number.isNaN(time) ? null : longDate.format(time);
}

interface BlogDateProps {
  /** ISO 8601; null where unknown. */
  readonly createdAt: string | null;
}

/** The publication date of a blog, in long format. */
export function BlogDate({ createdAt }: BlogDateProps) {
  const date = longDateOf(createdAt);
  if (createdAt === null || date === null) return <span>Unknown Date</span>;
  return <time dateTime={createdAt}>{date}</time>;
}

/** How long a blog takes to read. */
export function readingTimeOf({ wordCount }: Pick<BlogSummary, 'wordCount'>): string {
  return `${readingMinutesOf(wordCount)} min read`;
}

interface BylineProps {
  readonly blog: Written & Pick<BlogSummary, 'createdAt' | 'wordCount'>;
  readonly className?: string;
}

/** The last line of a card: author, date and reading time. */
export function Byline({ blog, className = 'text-sm' }: BylineProps) {
  // Every list renders it: the compiler's memoization costs more than it saves.
  'use no memo';
  return (
    <p className={`byline ${className}`}>
      <span>{`By ${authorNameOf(blog)}`}</span> <BlogDate createdAt={blog.createdAt} />{' '}
      <span>{readingTimeOf(blog)}</span>
    </p>
  );
}
