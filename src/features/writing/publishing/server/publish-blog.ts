import type { BlogText } from '../../../../blog/blog-text.ts';
import { blogNotFound } from '../../../../blog/contract.ts';
import { publishAgain } from '../../../../blog/life.ts';
import { noteVisibility } from '../../../../blog/server/events/queue-events.ts';
import { columnsOf, insertBlog, spelled } from '../../../../blog/server/store-blog.ts';
import { changeBlog } from '../../../../blog/server/text-life.ts';
import { allTexts } from '../../../../blog/server/texts.ts';
import type { AccountQuotas } from '../../../../identity/quotas/account-quotas.ts';
import type { Layout } from '../../../../platform/markdown/layout-bounds.ts';
import type { Write } from '../../../../storage/storage.ts';
import { isOfTakenBack } from '../../drafts/server/back-to-draft.ts';
import { saveBlog } from './save-blog.ts';

/** Deduplication window: the same title and text by the same author is a form sent twice. */
const sameBlogMs = 60_000;

export interface NewBlog {
  readonly text: BlogText;
  readonly layout: Layout;
  readonly authorId: string;
  /** The key of the draft on which the text is based. */
  readonly draftKey: string | undefined;
  readonly quotas: AccountQuotas;
  /** Most revisions kept. */
  readonly revisionsKept: number;
  readonly now: number;
}

/**
 * Publishes an unpublished blog again: it keeps its address, date and moderation hold, and its former text becomes a
 * revision. False where the draft isn't of such a blog. Throws `blog-not-found` where staff removed it.
 */
async function publishTakenBack(write: Write, blog: NewBlog): Promise<boolean> {
  const { draftKey, authorId: personId } = blog;
  if (draftKey === undefined) return false;
  if (!(await isOfTakenBack(write, { personId, key: draftKey }))) return false;
  if (!(await changeBlog(write, draftKey, publishAgain))) throw blogNotFound();
  await saveBlog(write, { ...blog, id: draftKey, personId, ifMatch: undefined });
  return true;
}

/** A blog with the same title and text by the same author, just published, possibly waiting for review. */
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
    // A blog that was published again keeps its original date.
    (await own.where('moderation', '=', 'none').where('id', '=', draftKey).executeTakeFirst())
  );
}

/**
 * Publishes a blog and resolves to its id, or to the id of a duplicate that was just published. Throws what
 * `AccountQuotas` throws.
 */
export async function publishBlog(write: Write, blog: NewBlog): Promise<string> {
  const { text, layout, authorId, draftKey = '', quotas, now } = blog;
  if (await publishTakenBack(write, blog)) return draftKey;
  const same = await findSame(write, blog);
  if (same) {
    // Sent again with another category or other tags: the blog takes them. What is the same saves nothing.
    await saveBlog(write, { ...blog, id: same.id, personId: authorId, ifMatch: undefined });
    return same.id;
  }
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
  const id = await quotas.within(write, authorId, cost, () => insertBlog(write, values, layout));
  await noteVisibility(write, { blogId: id }, { was: false, is: true });
  return id;
}
