import { sql } from 'kysely';
import type { Replacement } from '../../../identity/define-feature.ts';
import { createSecretToken } from '../../../identity/session/secret-token.ts';
import { keptQuery } from '../../../storage/kept-query.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** How long comments on a blog are collected for one e-mail, in milliseconds. */
export const collectedMs = 15 * 60_000;

const subscriptionOf = keptQuery((db, { personId }: { readonly personId: string }) =>
  db.selectFrom('comment_letters').select('person_id').where('person_id', '=', personId),
);

export async function wantsCommentEmails(db: Reader, personId: string): Promise<boolean> {
  return (await subscriptionOf(db, { personId })).length > 0;
}

export async function beginCommentEmails(
  { db }: Write,
  personId: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('comment_letters')
    .values({ person_id: personId, secret: createSecretToken(), created_at: now })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .execute();
}

/** Collected comments are deleted as well: a person who subscribes again is notified of later ones only. */
export async function endCommentEmails({ db }: Write, personId: string): Promise<void> {
  await db.deleteFrom('comment_letters').where('person_id', '=', personId).execute();
  await db.deleteFrom('untold_comments').where('person_id', '=', personId).execute();
}

async function findBySecret(db: Db, secret: string) {
  return db
    .selectFrom('comment_letters')
    .select('person_id')
    .where('secret', '=', secret)
    .executeTakeFirst();
}

/** Unsubscribes by the secret in the link that each of these e-mails contains. */
export const endableCommentEmails = {
  has: async (db: Db, secret: string) => (await findBySecret(db, secret)) !== undefined,
  async end(write: Write, secret: string) {
    const row = await findBySecret(write.db, secret);
    if (row) await endCommentEmails(write, row.person_id);
  },
};

export interface NewsOfComment {
  readonly blogId: string;
  readonly commentId: string;
  readonly writerId: string;
  /** The blog's author; null where their account was deleted. */
  readonly authorId: string | null;
  readonly now: number;
}

/** Queues a comment by another person for the blog's author, in the write that adds it, if the author wants e-mails. */
export async function noteComment({ db }: Write, news: NewsOfComment): Promise<void> {
  const { blogId, commentId, writerId, authorId, now } = news;
  if (authorId === null || authorId === writerId) return;
  if (!(await wantsCommentEmails(db, authorId))) return;
  await db
    .insertInto('untold_comments')
    .values({
      blog_id: blogId,
      person_id: authorId,
      // Sorts right before the comment: ids that begin alike are longer.
      after_id: commentId.slice(0, -1),
      due_at: now + collectedMs,
    })
    .onConflict((conflict) => conflict.column('blog_id').doNothing())
    .execute();
}

/** Approved comments of one blog that one e-mail reports, at most. */
const alsoMax = 100;

export interface LetIn {
  readonly blogId: string;
  readonly commentId: string;
  readonly now: number;
}

/** Whether the comment was approved at least `collectedMs` ago: its e-mail is due already. */
async function wasLetIn({ db }: Write, { commentId, now }: LetIn): Promise<boolean> {
  const row = await db
    .selectFrom('acts')
    .select('id')
    .where('subject_id', '=', commentId)
    .where('act', '=', 'comment-approved')
    .where('created_at', '<=', now - collectedMs)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Queues a comment for the blog's author, in the write that approves it, if the author wants e-mails. Each comment is
 * queued once, however often staff approve it.
 */
export async function noteLetIn(write: Write, letIn: LetIn): Promise<void> {
  const { db } = write;
  const { blogId, commentId, now } = letIn;
  const blog = await db
    .selectFrom('published_blogs as blogs')
    .innerJoin('comment_letters', 'comment_letters.person_id', 'blogs.author_id')
    .select('comment_letters.person_id')
    .where('blogs.id', '=', blogId)
    .executeTakeFirst();
  if (!blog || (await wasLetIn(write, letIn))) return;
  const also_ids = ` ${commentId}`;
  const isRoom = sql<boolean>`length(untold_comments.also_ids) < ${alsoMax * also_ids.length}`;
  await db
    .insertInto('untold_comments')
    .values({
      blog_id: blogId,
      person_id: blog.person_id,
      // Comments with smaller ids have been reported already, except this one.
      after_id: rowId(),
      also_ids,
      due_at: now + collectedMs,
    })
    .onConflict((conflict) =>
      conflict
        .column('blog_id')
        .doUpdateSet({ also_ids: sql<string>`untold_comments.also_ids || excluded.also_ids` })
        .where(isRoom as never),
    )
    .execute();
}

export function findDueNews(db: Db, now: number) {
  return db
    .selectFrom('untold_comments')
    .select('blog_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .executeTakeFirst();
}

/** Takes the pending report of a blog. Only one of several processes gets it, so no e-mail is written twice. */
export async function takeDueNews({ db }: Write, blogId: string, now: number) {
  return db
    .deleteFrom('untold_comments')
    .where('blog_id', '=', blogId)
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
}

/** People who unsubscribed after the backup was made stay unsubscribed. */
export async function commentEmailsSinceBackup({ restored, replaced, isKept }: Replacement) {
  const read = (db: Reader) => db.selectFrom('comment_letters').select('person_id').execute();
  const still = new Set((await read(replaced)).map(({ person_id }) => person_id));
  const ended = (await read(restored)).filter(({ person_id }) => !still.has(person_id));
  if (ended.length === 0) return [];
  if (isKept) {
    for (const { person_id } of ended)
      await restored.deleteFrom('comment_letters').where('person_id', '=', person_id).execute();
  }
  const outcome = isKept ? 'stay without them' : 'get them again';
  return [`${ended.length} people who ended news of comments since ${outcome}.`];
}
