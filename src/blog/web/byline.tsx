import type { Author, BlogSummary } from '../contract.ts';
import { readingMinutesOf } from '../reading-time.ts';

/** What the author of a blog is called, where there is none too. */
export function authorNameOf({ author }: Pick<BlogSummary, 'author'>): string {
  return author?.name ?? 'Unknown Author';
}

/** What is said of an author who said nothing (specification, section 9). */
const defaultBio = 'Writer, thinker, and creator of amazing stories.';

/** What an author says of themselves, or what is said where they don't. */
export function bioOf(author: Pick<Author, 'bio'> | null): string {
  return author?.bio || defaultBio;
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * `November 20, 2026` for an ISO 8601 moment; null where there is none or it can't be read. In UTC, so that the
 * server and every browser write the same day.
 */
export function longDateOf(moment: string | null): string | null {
  const time = moment === null ? Number.NaN : Date.parse(moment);
  return Number.isNaN(time) ? null : longDate.format(time);
}

interface BlogDateProps {
  /** ISO 8601; null where nobody knows. */
  readonly createdAt: string | null;
}

/** When a blog was published, in long format. */
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
  readonly blog: Pick<BlogSummary, 'author' | 'createdAt' | 'wordCount'>;
  readonly className?: string;
}

/** The last line of a card: who wrote the blog, when, and how long it takes to read. */
export function Byline({ blog, className = 'text-sm' }: BylineProps) {
  // Every list carries it: what the compiler would add weighs more than it saves.
  'use no memo';
  return (
    <p className={`byline ${className}`}>
      <span>{`By ${authorNameOf(blog)}`}</span> <BlogDate createdAt={blog.createdAt} />{' '}
      <span>{readingTimeOf(blog)}</span>
    </p>
  );
}
