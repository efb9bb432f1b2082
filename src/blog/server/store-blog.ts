import type { Insertable } from 'kysely';
import type { Layout } from '../../platform/markdown/layout-bounds.ts';
import { fold } from '../../platform/text/fold.ts';
import { rowId } from '../../storage/row-id.ts';
import type { Write } from '../../storage/storage.ts';
import type { BlogText } from '../blog-text.ts';
import { blogTags } from '../contract.ts';
import { keepHtml } from './html/kept-html.ts';
import { relateBlog } from './related-blogs.ts';
import type { BlogsTable } from './tables.ts';
import { indexTitle } from './title-words.ts';

/** The columns of `blogs` that come from what somebody wrote. */
export function columnsOf(text: BlogText) {
  return {
    title: text.title,
    title_folded: fold(text.title),
    image_url: text.imageUrl,
    image_alt: text.imageAlt ?? '',
    category: text.category,
    short_description: text.shortDescription,
    long_description: text.longDescription,
  };
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
