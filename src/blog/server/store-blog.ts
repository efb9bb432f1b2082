import type { Insertable } from 'kysely';
import { bytesOf } from '../../identity/quotas/account-quotas.ts';
import type { Layout } from '../../platform/markdown/layout-bounds.ts';
import { fold } from '../../platform/text/fold.ts';
import { rowId } from '../../storage/row-id.ts';
import type { Write } from '../../storage/storage.ts';
import { blogTags } from '../contract.ts';
import { rowOf, type TextRow, textColumns, type WrittenFields } from '../fields.ts';
import { keepHtml } from './html/kept-html.ts';
import { relateBlog } from './related-blogs.ts';
import type { BlogsTable } from './tables.ts';
import { indexTitle } from './title-words.ts';

/** The columns of `blogs` that come from what somebody wrote. */
export function columnsOf(text: WrittenFields) {
  return { ...rowOf(text), title_folded: fold(text.title) };
}

/** UTF-8 bytes of what somebody wrote: what a quota counts of a blog, and of an earlier text of one. */
export function bytesOfText(row: TextRow): number {
  return bytesOf(...textColumns.map((name) => row[name]));
}

/** Adds a blog with its HTML, makes its title findable, relates it to others and tells of the change. Resolves to its id. */
export async function insertBlog(
  write: Write,
  values: Omit<Insertable<BlogsTable>, 'id' | 'version'>,
  laidOut: Pick<Layout, 'html' | 'undescribed'>,
): Promise<string> {
  const id = rowId();
  await write.db
    .insertInto('blogs')
    .values({ ...values, id })
    .execute();
  await keepHtml(write, { id, version: 1, updated_at: values.updated_at }, laidOut);
  await indexTitle(write.db, id, values.title);
  await relateBlog(write.db, id);
  noteBlogChange(write, id);
  return id;
}

/** To be called within each write that changes a blog or removes it: whatever shows it is made anew. */
export function noteBlogChange({ touch }: Write, ...ids: readonly string[]): void {
  touch(blogTags.lists, ...ids.map(blogTags.one));
}
