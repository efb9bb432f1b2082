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

/** The text with its tags as the site spells them: to be called before it is compared and stored. */
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

/** UTF-8 bytes of an author's text: what a quota counts of a blog, and of a revision. */
function bytesOfText(row: TextRow): number {
  return bytesOf(...textColumns.map((name) => row[name]));
}

/**
 * Adds a blog with its HTML. One that is published has its title indexed and is related to others, and the change is
 * published; a draft is for nobody's eyes but its author's. Resolves to its id, which is the
 * given one: a text that had it elsewhere, and that nothing here has or had.
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

/** The blog that an import brought from somewhere, and whether it is visible. */
export async function findBySource(db: Pick<Reader, 'selectFrom'>, sourceKey: string) {
  const row = await allTexts(db)
    .selectFrom('blogs')
    .selectAll()
    .where('source_key', '=', sourceKey)
    .executeTakeFirst();
  return row && { ...row, isVisible: isVisible(lifeOf(row)) };
}

/** Puts other values in the place of a visible blog's, or a draft's, without keeping what they were. */
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

/** To be called within each write that changes a blog or whether it is visible: whatever shows it is made anew. */
export function noteBlogChange({ touch }: Write, ...ids: readonly string[]): void {
  touch(blogTags.lists, ...ids.map(blogTags.one));
}
