import { usedCommentIds } from '../../../../../blog/server/used-ids.ts';
import { isIdUntil, rowIdAt } from '../../../../../storage/row-id.ts';
import type { Reader, Write } from '../../../../../storage/storage.ts';
import { type Commenter, commenterIds } from '../commenter-ids.ts';
import type { ForeignComment } from '../foreign.ts';
import { type KnownPerson, knownPeople, personKey } from '../known-people.ts';
import type { ImportedState } from '../publish-imported.ts';
import '../../tables.ts';

type Db = Pick<Reader, 'selectFrom'>;

export interface KnownText {
  readonly blogId: string;
  readonly state: ImportedState;
  readonly fingerprint: string;
}

/** The record of an earlier import of a text. */
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

/** The author of a comment, with an identity if the export has ids. */
export interface ReadyPerson extends Commenter {
  readonly known?: KnownPerson;
}

/** A comment that is ready to be stored. */
export interface ReadyComment extends Pick<ForeignComment, 'key' | 'createdAt'> {
  /** The key of the thread's first comment; undefined if it is this one. */
  readonly rootKey: string | undefined;
  /** The key of its stated parent, even if that comment isn't imported. */
  readonly threadKey: string | undefined;
  /** The key of the answered comment within the thread; undefined if that is the first one. */
  readonly answersKey: string | undefined;
  readonly editedAt: number | undefined;
  readonly person: ReadyPerson;
  readonly text: string;
}

export interface CommentRow {
  readonly id: string;
  readonly personId: string;
  readonly text: string;
  readonly createdAt: number;
  /** The id of the thread's first comment; null if it is this one. */
  readonly replyTo: string | null;
  /** The id of the answered comment in the thread; null like `replyTo`. */
  readonly answeredId: string | null;
  readonly editedAt: number | null;
}

export type InsertComments = (
  write: Write,
  blogId: string,
  comments: readonly CommentRow[],
) => Promise<void>;

/** Keys per query. */
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

/** The ids of the comments' authors; creates missing people. */
async function personIds(write: Write, comments: readonly ReadyComment[], now: number) {
  const people = comments.map(({ person }) => person);
  const known = await knownPeople(
    write,
    people.flatMap((person) => person.known ?? []),
    now,
  );
  const idOfCommenter = await commenterIds(
    write.db,
    people.filter((person) => person.known === undefined),
  );
  return ({ person }: ReadyComment) =>
    person.known ? known.get(personKey(person.known)) : idOfCommenter(person);
}

/**
 * Adds comments that were never imported; resolves to their number. `place` is the index of the first one among all.
 */
export async function addComments(
  write: Write,
  blogId: string,
  { comments, place }: { readonly comments: readonly ReadyComment[]; readonly place: number },
  insert: InsertComments,
): Promise<number> {
  const now = Date.now();
  const linked = comments.flatMap(({ key, rootKey, threadKey, answersKey }) =>
    [key, rootKey, threadKey, answersKey].filter((one) => one !== undefined),
  );
  const known = await idsOf(write.db, blogId, [...new Set(linked)]);
  // The index keeps comments with equal times in order.
  const placed = comments.map((comment, index) => ({ comment, place: place + index }));
  const added = placed.filter(({ comment: { key } }) => !known.has(key));
  const coming = added.map(({ comment }) => comment);
  if (coming.length === 0) return 0;
  const taken = await usedCommentIds(
    write.db,
    linked.filter((key) => isIdUntil(key, now)),
  );
  // An id is kept if it is unused, which keeps links valid; a used id stays with its comment.
  const freeOr = <Other>(key: string, other: Other) =>
    isIdUntil(key, now) && !taken.has(key) ? key : other;
  const fresh = added.map(({ comment, place: at }) => ({
    comment,
    id: freeOr(comment.key, rowIdAt(comment.createdAt, at)),
  }));
  const ids = new Map([...known, ...fresh.map(({ comment, id }) => [comment.key, id] as const)]);
  const personIdOf = await personIds(write, coming, now);
  // The first comment of a thread may be missing; its replies still form a thread.
  const idOf = (key: string | undefined) =>
    key === undefined ? null : (ids.get(key) ?? freeOr(key, null));
  const rows = fresh.flatMap(({ comment, id }) => {
    const { text, createdAt, editedAt, rootKey, threadKey, answersKey } = comment;
    const personId = personIdOf(comment);
    if (personId === undefined) return [];
    const replyTo = idOf(rootKey ?? threadKey);
    const answeredId = replyTo && (idOf(answersKey) ?? replyTo);
    return [{ id, personId, text, createdAt, editedAt: editedAt ?? null, replyTo, answeredId }];
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
