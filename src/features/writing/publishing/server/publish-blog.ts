import type { BlogText } from '../../../../blog/blog-text.ts';
import { blogNotFound } from '../../../../blog/contract.ts';
import { publishAgain } from '../../../../blog/life.ts';
import { columnsOf, insertBlog, spelled } from '../../../../blog/server/store-blog.ts';
import { changeBlog } from '../../../../blog/server/text-life.ts';
import { allTexts } from '../../../../blog/server/texts.ts';
import type { AccountQuotas } from '../../../../identity/quotas/account-quotas.ts';
import type { Layout } from '../../../../platform/markdown/layout-bounds.ts';
import type { Write } from '../../../../storage/storage.ts';
import { isOfTakenBack } from '../../drafts/server/back-to-draft.ts';
import { saveBlog } from './save-blog.ts';

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
  readonly now: number;
}

/**
 * Publishes again what was taken back: it stands where it stood, with its date, and the text that it had becomes an earlier
 * one. False where the draft is of no such blog.
 */
async function publishTakenBack(write: Write, blog: NewBlog): Promise<boolean> {
  const { draftKey, authorId: personId } = blog;
  if (draftKey === undefined) return false;
  if (!(await isOfTakenBack(write, { personId, key: draftKey }))) return false;
  if (!(await changeBlog(write, draftKey, publishAgain))) throw blogNotFound();
  await saveBlog(write, { ...blog, id: draftKey, personId, ifMatch: undefined });
  return true;
}

/** The same title and text by the same author, published just now, be it that it waits to be looked at. */
async function findSame({ db }: Write, { text, authorId, draftKey = '', now }: NewBlog) {
  const own = allTexts(db)
    .selectFrom('blogs')
    .select('id')
    .where('author_id', '=', authorId)
    .where('title', '=', text.title)
    .where('long_description', '=', text.longDescription)
    .where('state', '=', 'published')
    .where('account_hold', '=', 0);
  return (
    (await own
      .where('moderation', 'in', ['none', 'waiting'])
      .where('created_at', '>', now - sameBlogMs)
      .executeTakeFirst()) ??
    // One that was published again has the date that it had.
    (await own.where('moderation', '=', 'none').where('id', '=', draftKey).executeTakeFirst())
  );
}

/**
 * Publishes a blog and resolves to its id; to the id of the first one where the same was published just now. Throws
 * what `AccountQuotas` throws.
 */
export async function publishBlog(write: Write, blog: NewBlog): Promise<string> {
  const { text, layout, authorId, draftKey = '', quotas, now } = blog;
  if (await publishTakenBack(write, blog)) return draftKey;
  const same = await findSame(write, blog);
  if (same) return same.id;
  const columns = columnsOf(await spelled(write, text));
  const values = {
    ...columns,
    word_count: layout.wordCount,
    author_id: authorId,
    created_at: now,
    updated_at: now,
    source_key: null,
  };
  const cost = { blogs: 1, writtenBytes: columns.bytes } as const;
  return quotas.within(write, authorId, cost, () => insertBlog(write, values, layout));
}
