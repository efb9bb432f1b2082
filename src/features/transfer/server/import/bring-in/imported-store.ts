import { rowIdAt } from '../../../../../storage/row-id.ts';
import type { Reader, Write } from '../../../../../storage/storage.ts';
import type { ForeignComment } from '../foreign.ts';
import { peopleNamed } from '../people-named.ts';
import type { ImportedState } from '../publish-imported.ts';
import '../../tables.ts';

type Db = Pick<Reader, 'selectFrom'>;

export interface KnownText {
  readonly blogId: string;
  readonly state: ImportedState;
  readonly fingerprint: string;
}

/** What an earlier import brought of a text. */
export async function findImported(db: Db, sourceKey: string): Promise<KnownText | undefined> {
  const row = await db
    .selectFrom('imported_texts')
    .select(['blog_id', 'state', 'fingerprint'])
    .where('source_key', '=', sourceKey)
    .executeTakeFirst();
  return (
    row && {
      blogId: row.blog_id,
      state: row.state === 'draft' ? 'draft' : 'published',
      fingerprint: row.fingerprint,
    }
  );
}

export async function noteImported(
  { db }: Write,
  sourceKey: string,
  { blogId, state, fingerprint }: KnownText,
  now: number,
): Promise<void> {
  const values = { blog_id: blogId, state, fingerprint, imported_at: now };
  await db
    .insertInto('imported_texts')
    .values({ source_key: sourceKey, ...values })
    .onConflict((conflict) => conflict.column('source_key').doUpdateSet(values))
    .execute();
}

/** A comment as it can be stored. */
export interface ReadyComment extends Pick<ForeignComment, 'key' | 'createdAt'> {
  /** The comment that its thread begins with, where that is another one. */
  readonly rootKey: string | undefined;
  /** What its writer is called. */
  readonly name: string;
  readonly text: string;
}

export interface CommentRow {
  readonly id: string;
  readonly personId: string;
  readonly text: string;
  readonly createdAt: number;
  /** The comment that its thread begins with; null where it begins one itself. */
  readonly replyTo: string | null;
}

export type InsertComments = (
  write: Write,
  blogId: string,
  comments: readonly CommentRow[],
) => Promise<void>;

/** Keys in one statement. */
const atOnce = 500;

async function idsOf(db: Db, blogId: string, keys: readonly string[]) {
  const ids = new Map<string, string>();
  for (let at = 0; at < keys.length; at += atOnce) {
    const rows = await db
      .selectFrom('imported_comments')
      .select(['comment_key', 'comment_id'])
      .where('blog_id', '=', blogId)
      .where('comment_key', 'in', keys.slice(at, at + atOnce))
      .execute();
    for (const { comment_key, comment_id } of rows) ids.set(comment_key, comment_id);
  }
  return ids;
}

/** Adds those of these comments that were never brought in; resolves to how many. `place` is that of the first among all. */
export async function addComments(
  write: Write,
  blogId: string,
  { comments, place }: { readonly comments: readonly ReadyComment[]; readonly place: number },
  insert: InsertComments,
): Promise<number> {
  const keysToKnow = new Set(comments.flatMap(({ key, rootKey }) => [key, rootKey ?? key]));
  const known = await idsOf(write.db, blogId, [...keysToKnow]);
  const fresh = comments
    .map((comment, index) => ({ comment, id: rowIdAt(comment.createdAt, place + index) }))
    .filter(({ comment }) => !known.has(comment.key));
  if (fresh.length === 0) return 0;
  const ids = new Map([...known, ...fresh.map(({ comment, id }) => [comment.key, id] as const)]);
  const people = await peopleNamed(
    write.db,
    fresh.map(({ comment }) => comment),
  );
  const rows = fresh.flatMap(({ comment: { name, text, createdAt, rootKey }, id }) => {
    const person = people.get(name);
    const replyTo = (rootKey === undefined ? undefined : ids.get(rootKey)) ?? null;
    return person ? [{ id, personId: person.id, text, createdAt, replyTo }] : [];
  });
  await insert(write, blogId, rows);
  const keys = fresh.map(({ comment, id }) => ({
    blog_id: blogId,
    comment_key: comment.key,
    comment_id: id,
  }));
  for (let at = 0; at < keys.length; at += atOnce) {
    await write.db
      .insertInto('imported_comments')
      .values(keys.slice(at, at + atOnce))
      .execute();
  }
  return fresh.length;
}
