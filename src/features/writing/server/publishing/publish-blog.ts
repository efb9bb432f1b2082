import type { BlogText } from '../../../../blog/blog-text.ts';
import { findOwnHeld } from '../../../../blog/server/held/held-texts.ts';
import { columnsOf, insertBlog } from '../../../../blog/server/store-blog.ts';
import type { WithBlogs } from '../../../../blog/server/with-blogs.ts';
import { type AccountQuotas, bytesOf } from '../../../../identity/quotas/account-quotas.ts';
import type { Layout } from '../../../../platform/markdown/layout-bounds.ts';
import type { Write } from '../../../../storage/storage.ts';
import { sakeOfTakenBack } from '../drafts/taken-back.ts';
import { findOwnHeldBlog } from '../held/held-blogs.ts';
import { putBackInSight } from '../own-blogs/out-of-sight.ts';
import { saveBlog, TitleChanges } from '../save-blog.ts';

/** The same title and text by the same author within this time is the same blog: a form that was sent twice. */
const sameBlogMs = 60_000;

export interface NewBlog {
  readonly text: BlogText;
  readonly layout: Layout;
  readonly authorId: string;
  /** The key of the draft that the text comes from. */
  readonly draftKey: string | undefined;
  readonly quotas: AccountQuotas;
  /** Most earlier texts kept. */
  readonly revisionsKept: number;
  /** What other slices keep of a blog. */
  readonly withBlogs: readonly WithBlogs[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The same among what waits to be looked at. */
async function findSameWaiting(
  { db }: Write,
  { text, authorId, now }: NewBlog,
): Promise<string | undefined> {
  const waiting = (await findOwnHeld(db, authorId)).filter(
    ({ kind, state, created_at }) =>
      kind === 'blog' && state === 'waiting' && created_at > now - sameBlogMs,
  );
  for (const { id } of waiting) {
    const own = await findOwnHeldBlog(db, id, authorId);
    const { title, longDescription } = text;
    if (own?.blog.title === title && own.blog.long_description === longDescription) return id;
  }
  return undefined;
}

/**
 * Publishes again what was taken back: it stands where it stood, with its date, and the text that it had becomes an earlier
 * one. False where the draft is of no such blog.
 */
async function publishAgain(write: Write, blog: NewBlog, isAlone: boolean): Promise<boolean> {
  const { draftKey, authorId: personId } = blog;
  if (draftKey === undefined) return false;
  const sake = await sakeOfTakenBack(write, { personId, key: draftKey });
  if (!sake || sake.endsAt !== null) return false;
  if (!isAlone) throw new TitleChanges();
  await putBackInSight(write, sake, blog.withBlogs);
  await saveBlog(write, { ...blog, id: draftKey, personId, ifMatch: undefined }, isAlone);
  return true;
}

/**
 * Publishes a blog and resolves to its id; to the id of the first one where the same was published just now. Throws
 * what `AccountQuotas` throws, and `TitleChanges`.
 */
export async function publishBlog(write: Write, blog: NewBlog, isAlone: boolean): Promise<string> {
  const { text, layout, authorId, draftKey = '', quotas, now } = blog;
  if (await publishAgain(write, blog, isAlone)) return draftKey;
  const own = write.db
    .selectFrom('blogs')
    .select('id')
    .where('author_id', '=', authorId)
    .where('title', '=', text.title)
    .where('long_description', '=', text.longDescription);
  const same =
    (await own.where('created_at', '>', now - sameBlogMs).executeTakeFirst()) ??
    // One that was published again has the date that it had.
    (await own.where('id', '=', draftKey).executeTakeFirst());
  if (same) return same.id;
  const waiting = await findSameWaiting(write, blog);
  if (waiting !== undefined) return waiting;
  const cost = {
    blogs: 1,
    writtenBytes: bytesOf(...Object.values(text).map((value) => value ?? '')),
  } as const;
  const values = {
    ...columnsOf(text),
    word_count: layout.wordCount,
    author_id: authorId,
    created_at: now,
    updated_at: now,
    source_key: null,
  };
  return quotas.within(write, authorId, cost, () => insertBlog(write, values, layout));
}
