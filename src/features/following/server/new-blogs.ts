import { sql } from 'kysely';
import type { RetentionRule } from '../../../storage/background/sweep.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { findFollowedIds } from './follow-store.ts';

/** How long a blog counts as new, in milliseconds. */
const newMs = 30 * 24 * 60 * 60_000;

/** The tag of replies that say whether an author has new blogs. */
const newsTag = (authorId: string) => `new-by:${authorId}`;

/** The tags of replies that say whether the authors that a person follows have new blogs. */
export async function newsTagsOf(db: Reader, personId: string): Promise<readonly string[]> {
  return (await findFollowedIds(db, personId)).map(newsTag);
}

/** An older blog that becomes visible again after its row expired is not recorded again. */
export const newBlogRetention: readonly RetentionRule[] = [
  { table: 'new_blogs', key: ['blog_id'], column: 'shown_at', keptMs: newMs },
];

/**
 * Records, in the write that publishes or approves a blog, when it first became visible. One row per blog, however many
 * followers its author has: each follower's query reads it.
 */
export async function noteNewBlog(
  { db, touch }: Write,
  { blogId, now }: { readonly blogId: string; readonly now: number },
): Promise<void> {
  const added = await db
    .insertInto('new_blogs')
    .columns(['blog_id', 'author_id', 'shown_at'])
    .expression(
      db
        .selectFrom('published_blogs')
        .select(['id', 'author_id', sql<number>`cast(${now} as bigint)`.as('shown_at')])
        .where('id', '=', blogId)
        .where('author_id', 'is not', null)
        .where('created_at', '>', now - newMs)
        .$narrowType<{ author_id: string }>(),
    )
    .onConflict((conflict) => conflict.column('blog_id').doNothing())
    .returning('author_id')
    .executeTakeFirst();
  if (added) touch(newsTag(added.author_id));
}

export interface NewBlog {
  readonly blogId: string;
  readonly title: string;
  readonly authorName: string;
  /** Milliseconds since 1970. */
  readonly shownAt: number;
}

interface Span {
  readonly personId: string;
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly upTo: number;
  readonly limit: number;
}

/**
 * The visible blogs of followed authors that appeared after the person followed them, newest first. The index is
 * searched once per followed author.
 */
export async function findNewOfFollowed(
  db: Reader,
  { personId, after, upTo, limit }: Span,
): Promise<readonly NewBlog[]> {
  return db
    .selectFrom('follows')
    .innerJoin('new_blogs', (join) =>
      join
        .onRef('new_blogs.author_id', '=', 'follows.author_id')
        .onRef('new_blogs.shown_at', '>', 'follows.created_at')
        .on('new_blogs.shown_at', '>', after)
        .on('new_blogs.shown_at', '<=', upTo),
    )
    .innerJoin('published_blogs as blogs', (join) =>
      join
        .onRef('blogs.id', '=', 'new_blogs.blog_id')
        // The blog may have another author since.
        .onRef('blogs.author_id', '=', 'new_blogs.author_id'),
    )
    .innerJoin('people', 'people.id', 'blogs.author_id')
    .select(['blogs.id as blogId', 'blogs.title', 'people.name as authorName'])
    .select('new_blogs.shown_at as shownAt')
    .where('follows.person_id', '=', personId)
    .orderBy('new_blogs.shown_at', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(limit)
    .execute();
}
