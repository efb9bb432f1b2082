import type { Insertable, Selectable, Updateable } from 'kysely';
import { bytesOf } from '../../identity/quotas/account-quotas.ts';
import type { Layout } from '../../platform/markdown/layout-bounds.ts';
import { fold } from '../../platform/text/fold.ts';
import { rowId } from '../../storage/row-id.ts';
import type { Reader, Write } from '../../storage/storage.ts';
import { blogTags } from '../contract.ts';
import { rowOf, type TextRow, textColumns, type WrittenFields } from '../fields.ts';
import { isVisible } from '../life.ts';
import { keepHtml } from './html/kept-html.ts';
import { relateBlog } from './related-blogs.ts';
import { noteTags, spellTags } from './tags/store-tags.ts';
import { indexText } from './text-index.ts';
import { allTexts, type BlogsTable, lifeOf } from './texts.ts';
import { indexTitle } from './title-words.ts';

/** The text with its tags in the site's spelling. Call it before the text is compared and stored. */
export async function spelled<Text extends { tags?: string | undefined }>(
  { db }: Write,
  text: Text,
): Promise<Text> {
  return text.tags ? { ...text, tags: await spellTags(db, text.tags) } : text;
}

/** The columns of `blogs` that an author fills in. */
export function columnsOf(text: WrittenFields) {
  const row = rowOf(text);
  return { ...row, title_folded: fold(text.title), bytes: bytesOfText(row) };
}

/** UTF-8 bytes of an author's text: the size that quotas count for a blog or a revision. */
function bytesOfText(row: TextRow): number {
  return bytesOf(...textColumns.map((name) => row[name]));
}

/**
 * Inserts a blog with its HTML. A published one is indexed and related, and invalidates the caches; a draft is visible
 * to its author only. Resolves to the id, which is the given one if there is one: the caller has checked that it was
 * never used here.
 */
export async function insertBlog(
  write: Write,
  values: Omit<Insertable<BlogsTable>, 'id' | 'version'> & { readonly id?: string | undefined },
  laidOut: Pick<Layout, 'html' | 'undescribed'>,
): Promise<string> {
  const { id = rowId() } = values;
  await allTexts(write.db)
    .insertInto('blogs')
    .values({ ...values, id })
    .execute();
  await keepHtml(write, { id, version: 1, updated_at: values.updated_at }, laidOut);
  await noteTags(write.db, id, values.tags ?? '');
  if (values.state === 'draft') return id;
  await indexTitle(write.db, id, values.title);
  await indexText(write.db, id);
  await relateBlog(write.db, id);
  noteBlogChange(write, id);
  return id;
}

/** The blog that an import created from this source, and whether it is visible. */
export async function findBySource(db: Pick<Reader, 'selectFrom'>, sourceKey: string) {
  const row = await allTexts(db)
    .selectFrom('blogs')
    .selectAll()
    .where('source_key', '=', sourceKey)
    .executeTakeFirst();
  return row && { ...row, isVisible: isVisible(lifeOf(row)) };
}

/** Overwrites the values of a visible blog or a draft without keeping a revision. */
export async function replaceBlog(
  write: Write,
  { id, version, state }: { readonly id: string; readonly version: number; readonly state: string },
  values: Updateable<BlogsTable> & Pick<Selectable<BlogsTable>, 'title' | 'tags' | 'updated_at'>,
  laidOut: Pick<Layout, 'html' | 'undescribed'>,
): Promise<void> {
  await allTexts(write.db).updateTable('blogs').set(values).where('id', '=', id).execute();
  await keepHtml(write, { id, version, updated_at: values.updated_at }, laidOut);
  await noteTags(write.db, id, values.tags);
  if (state === 'draft') return;
  await indexTitle(write.db, id, values.title);
  await indexText(write.db, id);
  await relateBlog(write.db, id);
  noteBlogChange(write, id);
}

/** Invalidates everything that shows these blogs. Call it in each write that changes a blog or its visibility. */
export function noteBlogChange({ touch }: Write, ...ids: readonly string[]): void {
  touch(blogTags.lists, ...ids.map(blogTags.one));
}
