import type { Insertable } from 'kysely';
import { blogNotFound } from '../../../blog/contract.ts';
import { allTexts, type CommentsTable, visibleColumns } from '../../../blog/server/texts.ts';
import type { Person } from '../../../identity/person.ts';
import { type AccountQuotas, bytesOf } from '../../../identity/quotas/account-quotas.ts';
import { isId } from '../../../platform/text/id.ts';
import { keptQuery } from '../../../storage/kept-query.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { answeredGone, duplicateComment } from '../contract.ts';

/** How long a repetition of a person's own text on the same blog is refused. */
export const repeatMs = 5 * 60_000;
/** Recent comments compared: more than the rate limit for comments allows in that time. */
const lookedThrough = 100;

type Db = Pick<Reader, 'selectFrom'>;

function comments(db: Db) {
  return db
    .selectFrom('published_comments as comments')
    .innerJoin('people', 'people.id', 'comments.person_id')
    .select(['comments.id', 'blog_id', 'person_id', 'text', 'comments.created_at'])
    .select(['reply_to', 'edited_at', 'people.name', 'people.photo_url']);
}

export type CommentRow = NonNullable<Awaited<ReturnType<typeof findComment>>>;

export function findComment(db: Db, id: string) {
  return comments(db).where('comments.id', '=', id).executeTakeFirst();
}

export interface CommentsRequest {
  readonly blogId: string;
  /** The last comment on the previous page; ids are in order of time. */
  readonly after: string;
  readonly limit: number;
}

/**
 * Oldest first, by keyset pagination: the last page costs as much as the first. Blog and id are compared and ordered
 * together: with one blog in the order of ids, PostgreSQL may walk through the comments on all blogs.
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

/** The visible comments on a blog among these ids, by id. */
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

/** A position in a blog's threads: a comment and its thread. */
export interface ThreadPlace {
  readonly thread: string;
  readonly id: string;
}

export interface ThreadsRequest {
  readonly blogId: string;
  /** The end of the previous page; undefined for the first page. */
  readonly after: ThreadPlace | undefined;
  readonly isNewestFirst: boolean;
  readonly limit: number;
}

/**
 * Comments by threads, each with its replies oldest first. A thread is an id that needs no comment: replies stay when
 * the top comment is deleted, and a page may end within a long thread. Seeks by an index of blog, thread and id: first
 * the rest of the thread in which the previous page ended, then the others. Newest first, it sorts within a thread.
 */
export async function findThreads(
  db: Db,
  { blogId, after, isNewestFirst, limit }: ThreadsRequest,
): Promise<CommentRow[]> {
  const onBlog = comments(db).where('blog_id', '=', blogId);
  const rest = after
    ? await onBlog
        .where('thread_id', '=', after.thread)
        .where('comments.id', '>', after.id)
        .orderBy('comments.id')
        .limit(limit)
        .execute()
    : [];
  if (rest.length === limit) return rest;
  const others = after
    ? onBlog.where('thread_id', isNewestFirst ? '<' : '>', after.thread)
    : onBlog;
  const more = await others
    .orderBy('thread_id', isNewestFirst ? 'desc' : 'asc')
    .orderBy('comments.id')
    .limit(limit - rest.length)
    .execute();
  return [...rest, ...more];
}

function openBlog(db: Db) {
  return db
    .selectFrom('published_blogs as blogs')
    .leftJoin('blog_marks', (join) =>
      join.onRef('blog_marks.blog_id', '=', 'blogs.id').on('mark', '=', 'locked'),
    )
    .leftJoin('closed_comments', 'closed_comments.blog_id', 'blogs.id')
    .select(['blogs.author_id', 'blog_marks.mark', 'closed_at']);
}

type OpenBlogRow = Awaited<ReturnType<ReturnType<typeof openBlog>['execute']>>[number];

const whoseBlog = ({ author_id, mark, closed_at }: OpenBlogRow) => ({
  authorId: author_id,
  isLocked: mark !== null || closed_at !== null,
});

/** The author of a visible blog, and whether staff or the author closed its comments. Throws `blog-not-found`. */
export async function commentedBlog(db: Db, blogId: string) {
  const row = isId(blogId)
    ? await openBlog(db).where('blogs.id', '=', blogId).executeTakeFirst()
    : undefined;
  if (!row) throw blogNotFound();
  return whoseBlog(row);
}

/** A comment or reply that another comment answers. */
export interface Answered {
  readonly id: string;
  readonly threadId: string;
  readonly writerId: string;
}

/** The comment to answer. Throws `answered-gone` where it isn't visible on this blog. */
export async function findAnswered(db: Db, blogId: string, id: string): Promise<Answered> {
  const row = isId(id)
    ? await db
        .selectFrom('published_comments')
        .select(['thread_id', 'person_id'])
        .where('blog_id', '=', blogId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw answeredGone();
  return { id, threadId: row.thread_id, writerId: row.person_id };
}

export interface NewComment {
  readonly blogId: string;
  readonly personId: string;
  readonly text: string;
  /** Undefined for a top comment. */
  readonly answered: Answered | undefined;
  readonly now: number;
  /** The comment in which the person said the same lately. */
  readonly saidId: string | null;
  /** Whether the same text was sent before with an unknown outcome: then it is a retry of that comment. */
  readonly isSentAgain: boolean;
}

interface Saying {
  readonly blogId: string;
  readonly personId: string;
  readonly text: string;
  readonly now: number;
}

const blogToComment = keptQuery(
  (db, saying: Omit<Saying, 'now'> & { readonly repeatedAfter: number }) => {
    const texts = allTexts(db);
    // Comments that staff hold back count, too; those that the writer deleted don't.
    const lately = texts
      .selectFrom('comments')
      .select(['id', 'text'])
      .where('person_id', '=', saying.personId)
      .where('blog_id', '=', saying.blogId)
      .where('state', '=', 'published')
      .where('moderation', '<>', 'removed')
      .where('created_at', '>', saying.repeatedAfter)
      .orderBy('created_at', 'desc')
      .limit(lookedThrough);
    const said = texts.selectFrom(lately.as('lately')).select('id').where('text', '=', saying.text);
    return openBlog(db).select(said.limit(1).as('said_id')).where('blogs.id', '=', saying.blogId);
  },
);

/**
 * What `commentedBlog` finds, and the comment in which the person said the same on that blog within five minutes; null
 * where there is none.
 */
export async function findBlogToComment(db: Reader, { now, ...saying }: Saying) {
  const [row] = isId(saying.blogId)
    ? await blogToComment(db, { ...saying, repeatedAfter: now - repeatMs })
    : [];
  if (!row) throw blogNotFound();
  return { ...whoseBlog(row), saidId: row.said_id };
}

/** Whether a comment is hidden only because its blog isn't visible. */
export async function isBlogGone(db: Db, id: string): Promise<boolean> {
  const row = await allTexts(db)
    .selectFrom('comments')
    .select('id')
    .where('id', '=', id)
    .where((comment) => comment.and(visibleColumns))
    .where('author_hidden_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined && !(await findComment(db, id));
}

/** A comment of this person, as a row of `findComment`. */
export function withWriter(
  comment: Omit<CommentRow, 'name' | 'photo_url'>,
  { displayName, photoURL }: Person,
): CommentRow {
  return { ...comment, name: displayName, photo_url: photoURL };
}

/** A comment that staff hold back, for its writer, as a row of `findComment`. */
export async function findHeldComment(
  db: Db,
  id: string,
  person: Person,
): Promise<CommentRow | undefined> {
  const comment = await allTexts(db)
    .selectFrom('comments')
    .select(['id', 'blog_id', 'person_id', 'text', 'created_at', 'reply_to', 'edited_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return comment && withWriter(comment, person);
}

const addComment = keptQuery((db, row: Insertable<CommentsTable>) =>
  allTexts(db).insertInto('comments').values({
    id: row.id,
    blog_id: row.blog_id,
    reply_to: row.reply_to,
    person_id: row.person_id,
    text: row.text,
    created_at: row.created_at,
    edited_at: row.edited_at,
    answered_id: row.answered_id,
    bytes: row.bytes,
  }),
);

/**
 * Adds a comment and resolves to its id, with its row unless it existed already. Throws `said-already` for the same
 * text within five minutes, and what `AccountQuotas` throws.
 */
export async function insertComment(
  write: Write,
  { blogId, personId, text, answered, now, saidId, isSentAgain }: NewComment,
  quotas: AccountQuotas,
) {
  if (saidId !== null && isSentAgain) return { id: saidId };
  if (saidId !== null) throw duplicateComment();
  const bytes = bytesOf(text);
  const place = { id: rowId(), blog_id: blogId, reply_to: answered?.threadId ?? null };
  const answered_id = answered?.id ?? null;
  const row = { ...place, person_id: personId, text, created_at: now, edited_at: null };
  const cost = { comments: 1, writtenBytes: bytes, addedBytes: bytes } as const;
  await quotas.within(write, personId, cost, () =>
    addComment(write.db, { ...row, answered_id, bytes }),
  );
  return { id: row.id, row };
}
