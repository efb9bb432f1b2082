import type { Selectable } from 'kysely';
import type { BlogText } from '../../../blog/blog-text.ts';
import { allowsChange, entityTagOf } from '../../../blog/entity-tag.ts';
import {
  fieldsOf,
  mapFields,
  optionalNames,
  type TextRow,
  textColumns,
} from '../../../blog/fields.ts';
import { assertMayEdit } from '../../../blog/server/assert-may-edit.ts';
import { keepHtml } from '../../../blog/server/html/kept-html.ts';
import { relateBlog } from '../../../blog/server/related-blogs.ts';
import { bytesOfText, columnsOf, noteBlogChange } from '../../../blog/server/store-blog.ts';
import type { BlogsTable } from '../../../blog/server/tables.ts';
import { indexTitle } from '../../../blog/server/title-words.ts';
import type { AccountQuotas } from '../../../identity/quotas/account-quotas.ts';
import { writeAs } from '../../../identity/write-as.ts';
import type { Layout } from '../../../platform/markdown/layout-bounds.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { someoneSavedFirst } from '../contract.ts';
import { revisionsToDrop } from './revisions/thin-revisions.ts';
import type { BlogRevisionsTable } from './tables.ts';

/**
 * A save that changes a title has to be alone among all writes: it may take away what search knew its words by. So has one
 * that brings a blog back to where it stood.
 */
export class TitleChanges extends Error {
  override readonly name = 'TitleChanges';
}

/** Writes in the name of a member, and begins anew as a write that holds the site-wide lock where that throws `TitleChanges`. */
export async function writeTitles<T>(
  storage: Storage,
  personId: string,
  work: (isAlone: boolean) => (write: Write) => Promise<T>,
  lockKeys: readonly string[] = [],
): Promise<T> {
  try {
    return await writeAs(storage, personId, work(false), lockKeys);
  } catch (error) {
    if (!(error instanceof TitleChanges)) throw error;
    return writeAs(storage, personId, work(true), 'all');
  }
}

export interface BlogSave {
  readonly id: string;
  readonly text: BlogText;
  readonly layout: Layout;
  readonly personId: string;
  /** The `If-Match` header: the entity tag that the writer read. */
  readonly ifMatch: string | undefined;
  readonly quotas: AccountQuotas;
  /** Most earlier texts kept. */
  readonly revisionsKept: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

type Current = TextRow & Pick<Selectable<BlogsTable>, 'word_count' | 'updated_at' | 'version'>;

/** Programs that don't know of an optional field take nothing away: left out, it stays as it was. */
function completed(text: BlogText, current: Current): Required<BlogText> {
  const kept = fieldsOf(current, optionalNames);
  // What is said of a picture stays as long as that picture does.
  if (text.imageUrl !== current.image_url) kept.imageAlt = '';
  return { ...text, ...mapFields(optionalNames, (_field, name) => text[name] ?? kept[name]) };
}

/**
 * Puts a new text in the place of the old one, which becomes a revision. What changes nothing saves nothing, so that a
 * save whose answer was lost can be sent again. Throws `blog-not-found`, `not-yours`, `someone-saved-first`, and what
 * `AccountQuotas` throws. The write holds the lock of the blog; among all, where `isAlone` says so, else a new title is
 * refused with `TitleChanges`.
 */
export async function saveBlog(write: Write, save: BlogSave, isAlone: boolean): Promise<void> {
  const { id, personId } = save;
  const { db } = write;
  await assertMayEdit(db, id, personId);
  const current = await db
    .selectFrom('blogs')
    .select([...textColumns, 'word_count', 'version', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const text = completed(save.text, current);
  const columns = columnsOf(text);
  if (textColumns.every((name) => columns[name] === current[name])) return;
  const { version, updated_at } = current;
  const tag = entityTagOf({ version, updatedAt: isoOf(updated_at) });
  if (!allowsChange(save.ifMatch, tag)) throw someoneSavedFirst();
  if (text.title !== current.title && !isAlone) throw new TitleChanges();

  const writtenBytes = bytesOfText(columns) + bytesOfText(current);
  await save.quotas.within(write, personId, { writtenBytes }, () =>
    exchange(write, { ...save, text }, current),
  );
  noteBlogChange(write, id);
}

/** The new text for the current one, and that for the revisions. */
async function exchange(write: Write, save: BlogSave, current: Current): Promise<void> {
  const { id, text, personId, now } = save;
  const { version, updated_at, ...former } = current;
  const saved = await write.db
    .updateTable('blogs')
    .set({
      ...columnsOf(text),
      word_count: save.layout.wordCount,
      version: version + 1,
      // Never backwards, whatever the clock does.
      updated_at: Math.max(now, updated_at),
    })
    .where('id', '=', id)
    .where('author_id', '=', personId)
    .where('version', '=', version)
    .returning(['id', 'version', 'updated_at'])
    .executeTakeFirst();
  if (!saved) throw someoneSavedFirst();
  await keepHtml(write, saved, save.layout);
  await keepRevision(write, { ...former, blog_id: id, version, saved_at: updated_at }, save);
  if (text.title !== former.title) await indexTitle(write.db, id, text.title);
  if (text.title !== former.title || text.shortDescription !== former.short_description) {
    await relateBlog(write.db, id);
  }
}

async function keepRevision(
  { db }: Write,
  revision: Selectable<BlogRevisionsTable>,
  { revisionsKept, now }: BlogSave,
): Promise<void> {
  await db.insertInto('blog_revisions').values(revision).execute();
  const revisions = await db
    .selectFrom('blog_revisions')
    .select(['version', 'saved_at'])
    .where('blog_id', '=', revision.blog_id)
    .orderBy('version', 'desc')
    .execute();
  const versions = revisionsToDrop(revisions, revisionsKept, now);
  if (versions.length === 0) return;
  await db
    .deleteFrom('blog_revisions')
    .where('blog_id', '=', revision.blog_id)
    .where('version', 'in', versions)
    .execute();
}
