import { blogNotFound } from '../../../blog/contract.ts';
import { remove, restore } from '../../../blog/life.ts';
import { boundRemoved } from '../../../blog/server/bound-removed.ts';
import { changeComment } from '../../../blog/server/text-life.ts';
import { allTexts, visibleColumns } from '../../../blog/server/texts.ts';
import type { Person } from '../../../identity/person.ts';
import { type AccountQuotas, bytesOf } from '../../../identity/quotas/account-quotas.ts';
import { notYours } from '../../../platform/contract/problems.ts';
import { isId } from '../../../platform/text/id.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { commentNotFound, saidAlready } from '../contract.ts';

/** Within this time nobody says the same on the same blog again. */
export const repeatMs = 5 * 60_000;
/** As many are looked through: more than the rule for comments lets anybody write in that time. */
const lookedThrough = 100;

type Db = Pick<Reader, 'selectFrom'>;

function comments(db: Db) {
  return db
    .selectFrom('published_comments as comments')
    .innerJoin('people', 'people.id', 'comments.person_id')
    .select(['comments.id', 'blog_id', 'person_id', 'text', 'comments.created_at'])
    .select(['people.name', 'people.photo_url']);
}

export type CommentRow = NonNullable<Awaited<ReturnType<typeof findComment>>>;

export function findComment(db: Db, id: string) {
  return comments(db).where('comments.id', '=', id).executeTakeFirst();
}

export interface CommentsRequest {
  readonly blogId: string;
  /** The last comment of the page before; ids are in the order of time. */
  readonly after: string;
  readonly limit: number;
}

/**
 * Oldest first. It seeks by key, so the last page costs what the first does. Blog and id go together throughout: asked for
 * one blog in the order of ids, PostgreSQL may walk through the comments on all of them.
 */
export function findComments(db: Db, { blogId, after, limit }: CommentsRequest) {
  return comments(db)
    .where((eb) => eb(eb.refTuple('blog_id', 'comments.id'), '>', eb.tuple(blogId, after)))
    .where('blog_id', '<=', blogId)
    .orderBy('blog_id')
    .orderBy('comments.id')
    .limit(limit)
    .execute();
}

/** Those of these comments that are on a blog and visible, in the order of their ids. */
export async function findCommentsAmong(
  db: Db,
  { blogId, ids }: { readonly blogId: string; readonly ids: readonly string[] },
) {
  if (ids.length === 0) return [];
  return comments(db)
    .where('blog_id', '=', blogId)
    .where('comments.id', 'in', ids)
    .orderBy('comments.id')
    .execute();
}

export interface NewComment {
  readonly blogId: string;
  readonly personId: string;
  readonly text: string;
  readonly now: number;
  /** Whether the same text was sent before with an unknown outcome: then it is the same comment. */
  readonly isSentAgain: boolean;
}

/** Who wrote a visible blog, and whether staff have closed its comments. Throws `blog-not-found`. */
export async function commentedBlog(db: Db, blogId: string) {
  const row = isId(blogId)
    ? await db
        .selectFrom('published_blogs as blogs')
        .leftJoin('blog_marks', (join) =>
          join.onRef('blog_marks.blog_id', '=', 'blogs.id').on('mark', '=', 'locked'),
        )
        .select(['blogs.author_id', 'blog_marks.mark'])
        .where('blogs.id', '=', blogId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw blogNotFound();
  return { authorId: row.author_id, isLocked: row.mark !== null };
}

/** Whether a comment is kept from readers by nothing but its blog, which isn't visible. */
export async function isBlogGone(db: Db, id: string): Promise<boolean> {
  const row = await allTexts(db)
    .selectFrom('comments')
    .select('id')
    .where('id', '=', id)
    .where((comment) => comment.and(visibleColumns))
    .executeTakeFirst();
  return row !== undefined && !(await findComment(db, id));
}

/** A comment of this person, as `findComment` has it. */
export function withWriter(
  comment: Omit<CommentRow, 'name' | 'photo_url'>,
  { displayName, photoURL }: Person,
): CommentRow {
  return { ...comment, name: displayName, photo_url: photoURL };
}

/** What its writer said and staff hold back, as `findComment` has what everybody sees. */
export async function findHeldComment(
  db: Db,
  id: string,
  person: Person,
): Promise<CommentRow | undefined> {
  const comment = await allTexts(db)
    .selectFrom('comments')
    .select(['id', 'blog_id', 'person_id', 'text', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return comment && withWriter(comment, person);
}

/**
 * Adds a comment and resolves to its id, with its row unless it had been added before. Throws `said-already` for the same
 * words within five minutes, and what `AccountQuotas` throws.
 */
export async function insertComment(
  write: Write,
  { blogId, personId, text, now, isSentAgain }: NewComment,
  quotas: AccountQuotas,
) {
  const texts = allTexts(write.db);
  // What staff hold back was said, too; what its writer removed was not.
  const lately = texts
    .selectFrom('comments')
    .select(['id', 'text'])
    .where('person_id', '=', personId)
    .where('blog_id', '=', blogId)
    .where('state', '=', 'published')
    .where('moderation', '<>', 'removed')
    .where('created_at', '>', now - repeatMs)
    .orderBy('created_at', 'desc')
    .limit(lookedThrough);
  const said = await texts
    .selectFrom(lately.as('lately'))
    .select('id')
    .where('text', '=', text)
    .executeTakeFirst();
  if (said && isSentAgain) return { id: said.id };
  if (said) throw saidAlready();
  const bytes = bytesOf(text);
  const row = { id: rowId(), blog_id: blogId, person_id: personId, text, created_at: now };
  const cost = { comments: 1, writtenBytes: bytes, addedBytes: bytes } as const;
  await quotas.within(write, personId, cost, () =>
    texts
      .insertInto('comments')
      .values({ ...row, bytes })
      .execute(),
  );
  return { id: row.id, row };
}

export interface OwnComment {
  readonly id: string;
  readonly personId: string;
  readonly now: number;
}

/**
 * Deletes a person's own comment; for some days they can restore it. Throws `comment-not-found`, or `not-yours` where it
 * is another person's.
 */
export async function removeComment(
  write: Write,
  { id, personId, now }: OwnComment,
): Promise<void> {
  const comment = isId(id) ? await findComment(write.db, id) : undefined;
  if (!comment) throw commentNotFound();
  if (comment.person_id !== personId) throw notYours();
  if (!(await changeComment(write, id, remove(now)))) throw commentNotFound();
  await boundRemoved(write, personId, now);
}

/**
 * Brings back what the person deleted, where it stood. Throws `comment-not-found` where they can't have it any more,
 * `blog-not-found` where its blog isn't visible at this time, and what `AccountQuotas` throws.
 */
export async function restoreComment(
  write: Write,
  { id, personId, now }: OwnComment,
  quotas: AccountQuotas,
): Promise<void> {
  const own = isId(id)
    ? await allTexts(write.db)
        .selectFrom('comments')
        .select('id')
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .executeTakeFirst()
    : undefined;
  if (!own) throw commentNotFound();
  const restored = await quotas.within(write, personId, { writtenBytes: 0 }, () =>
    changeComment(write, id, restore(now)),
  );
  if (!restored) throw commentNotFound();
  // What isn't seen is kept: the write comes to nothing.
  if (!(await findComment(write.db, id))) throw blogNotFound();
}
