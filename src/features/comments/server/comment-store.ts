import { blogNotFound, blogTags } from '../../../blog/contract.ts';
import { findOwnHeld } from '../../../blog/server/held/held-texts.ts';
import type { Person } from '../../../identity/person.ts';
import { type AccountQuotas, bytesOf } from '../../../identity/quotas/account-quotas.ts';
import { notYours } from '../../../platform/contract/problems.ts';
import { isId } from '../../../platform/text/id.ts';
import { rowId } from '../../../storage/row-id.ts';
import { boundDeletions, findDeletion, findSetAside, forUndo } from '../../../storage/set-aside.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { commentNotFound, saidAlready } from '../contract.ts';
import { putCommentsBack, setAsideComment, setCommentsAside } from './set-aside-comments.ts';
import type { CommentsTable } from './tables.ts';

/** Within this time nobody says the same on the same blog again. */
export const repeatMs = 5 * 60_000;
/** As many are looked through: more than the rule for comments lets anybody write in that time. */
const lookedThrough = 100;

type Db = Pick<Reader, 'selectFrom'>;

function comments(db: Db) {
  return db
    .selectFrom('comments')
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

/** Those of these comments that are on a blog and in sight, in the order of their ids. */
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
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether nobody knew what came of the same when it was sent before: then it is the same comment. */
  readonly isSentAgain: boolean;
}

/** The same among what its writer said there lately and nobody sees. */
async function findSameHeld(
  { db }: Write,
  { blogId, personId, text, now }: Omit<NewComment, 'isSentAgain'>,
): Promise<string | undefined> {
  const held = (await findOwnHeld(db, personId)).filter(
    (one) => one.kind === 'comment' && one.blog_id === blogId && one.created_at > now - repeatMs,
  );
  for (const { id } of held) {
    const comment = await findSetAside(db, setAsideComment, id);
    if ((comment as CommentsTable | undefined)?.text === text) return id;
  }
  return undefined;
}

/** What its writer said and nobody sees, as `findComment` has what is in sight. */
export async function findHeldComment(
  db: Db,
  id: string,
  { displayName, photoURL }: Person,
): Promise<CommentRow | undefined> {
  const comment = (await findSetAside(db, setAsideComment, id)) as CommentsTable | undefined;
  return comment && { ...comment, name: displayName, photo_url: photoURL };
}

/**
 * Adds a comment and resolves to its id. Throws `said-already` for the same words within five minutes, and what
 * `AccountQuotas` throws.
 */
export async function insertComment(
  write: Write,
  { blogId, personId, text, now, isSentAgain }: NewComment,
  quotas: AccountQuotas,
): Promise<string> {
  const lately = write.db
    .selectFrom('comments')
    .select(['id', 'text'])
    .where('person_id', '=', personId)
    .where('blog_id', '=', blogId)
    .where('created_at', '>', now - repeatMs)
    .orderBy('created_at', 'desc')
    .limit(lookedThrough);
  const said = await write.db
    .selectFrom(lately.as('lately'))
    .select('id')
    .where('text', '=', text)
    .executeTakeFirst();
  const known = said?.id ?? (await findSameHeld(write, { blogId, personId, text, now }));
  if (known !== undefined && isSentAgain) return known;
  if (known !== undefined) throw saidAlready();
  const id = rowId();
  await quotas.within(write, personId, { comments: 1, writtenBytes: bytesOf(text) }, () =>
    write.db
      .insertInto('comments')
      .values({ id, blog_id: blogId, person_id: personId, text, created_at: now })
      .execute(),
  );
  return id;
}

export interface OwnComment {
  readonly id: string;
  readonly personId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Deletes a person's own comment; for some days they can have it back. Throws `comment-not-found`, or `not-yours` where
 * it is somebody else's.
 */
export async function removeComment(
  write: Write,
  { id, personId, now }: OwnComment,
): Promise<void> {
  const comment = isId(id) ? await findComment(write.db, id) : undefined;
  if (!comment) throw commentNotFound();
  if (comment.person_id !== personId) throw notYours();
  await setCommentsAside(write, { id }, forUndo(personId, id, now));
  await boundDeletions(write, personId);
  write.touch(blogTags.comments(comment.blog_id));
}

/**
 * Brings back what the person deleted, where it stood. Throws `comment-not-found` where they can't have it any more,
 * `blog-not-found` where its blog isn't there at this time, and what `AccountQuotas` throws.
 */
export async function restoreComment(
  write: Write,
  { id, personId, now }: OwnComment,
  quotas: AccountQuotas,
): Promise<void> {
  const sake = await findDeletion(write, setAsideComment, personId, id, now);
  if (!sake) throw commentNotFound();
  await quotas.within(write, personId, { writtenBytes: 0 }, () => putCommentsBack(write, sake));
  const comment = await findComment(write.db, id);
  // What isn't back is kept: the write comes to nothing.
  if (!comment) throw blogNotFound();
  write.touch(blogTags.comments(comment.blog_id));
}
