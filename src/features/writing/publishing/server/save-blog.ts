import type { Selectable } from 'kysely';
import type { BlogText } from '../../../../blog/blog-text.ts';
import { allowsChange, entityTagOf } from '../../../../blog/entity-tag.ts';
import {
  fieldsOf,
  mapFields,
  optionalNames,
  type TextRow,
  textColumns,
} from '../../../../blog/fields.ts';
import { isVisible } from '../../../../blog/life.ts';
import { assertMayEdit } from '../../../../blog/server/assert-may-edit.ts';
import { noteUpdate } from '../../../../blog/server/events/queue-events.ts';
import { setHoldLabel } from '../../../../blog/server/held/moderation-holds.ts';
import { keepHtml } from '../../../../blog/server/html/kept-html.ts';
import { relateBlog } from '../../../../blog/server/related-blogs.ts';
import { columnsOf, noteBlogChange, spelled } from '../../../../blog/server/store-blog.ts';
import { noteTags } from '../../../../blog/server/tags/store-tags.ts';
import { indexText } from '../../../../blog/server/text-index.ts';
import { allTexts, type BlogsTable, lifeColumns, lifeOf } from '../../../../blog/server/texts.ts';
import { indexTitle } from '../../../../blog/server/title-words.ts';
import type { AccountQuotas } from '../../../../identity/quotas/account-quotas.ts';
import type { Layout } from '../../../../platform/markdown/layout-bounds.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { Write } from '../../../../storage/storage.ts';
import { keepRevision } from '../../history/server/revision-store.ts';
import { someoneSavedFirst } from '../contract/publishing.ts';
import { findOwnHeldBlog } from './held/held-blogs.ts';

export interface BlogSave {
  readonly id: string;
  readonly text: BlogText;
  readonly layout: Layout;
  /** The person who saves. */
  readonly personId: string;
  /** The `If-Match` header: the entity tag that the client read. */
  readonly ifMatch: string | undefined;
  readonly quotas: AccountQuotas;
  /** Most revisions kept. */
  readonly revisionsKept: number;
  readonly now: number;
}

type Current = TextRow &
  Pick<Selectable<BlogsTable>, 'word_count' | 'updated_at' | 'version' | 'bytes'>;

/** Clients that don't know an optional field keep its value by omitting it. */
function completed(text: BlogText, current: Current): Required<BlogText> {
  const kept = fieldsOf(current, optionalNames);
  // An alternative text belongs to its picture.
  if (text.imageUrl !== current.image_url) kept.imageAlt = '';
  return { ...text, ...mapFields(optionalNames, (_field, name) => text[name] ?? kept[name]) };
}

/**
 * Replaces a blog's text and stores the former one as a revision. A hold stays. An identical text saves nothing, so
 * that a save with a lost reply can be repeated. Throws `blog-not-found`, `not-yours`, `someone-saved-first`, and what
 * `AccountQuotas` throws. The write holds the person's lock.
 */
export async function saveBlog(write: Write, save: BlogSave): Promise<void> {
  const { id, personId } = save;
  const { db } = write;
  if (!(await findOwnHeldBlog(db, id, personId))) await assertMayEdit(db, id, personId);
  await saveText(write, save, personId);
}

/**
 * The same for an author or an editor; resolves to the saved version, undefined where nothing changed. Uses the quota
 * of the person who saves. The write holds the locks of both people.
 */
export async function saveText(
  write: Write,
  save: BlogSave,
  authorId: string | null,
): Promise<number | undefined> {
  const { id, personId } = save;
  const { db } = write;
  const current = await allTexts(db)
    .selectFrom('blogs')
    .select([...textColumns, 'word_count', 'version', 'updated_at', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const text = await spelled(write, completed(save.text, current));
  const columns = columnsOf(text);
  if (textColumns.every((name) => columns[name] === current[name])) return undefined;
  const { version, updated_at } = current;
  const tag = entityTagOf({ version, updatedAt: isoOf(updated_at) });
  if (!allowsChange(save.ifMatch, tag)) throw someoneSavedFirst();

  const writtenBytes = columns.bytes + current.bytes;
  await save.quotas.within(write, personId, { writtenBytes }, () =>
    exchange(write, { ...save, text }, { current, authorId }),
  );
  noteBlogChange(write, id);
  return version + 1;
}

/** Replaces the current text and stores it as a revision. */
async function exchange(
  write: Write,
  save: BlogSave,
  { current, authorId }: { readonly current: Current; readonly authorId: string | null },
): Promise<void> {
  const { id, text, now } = save;
  const { version, updated_at, ...former } = current;
  const saved = await allTexts(write.db)
    .updateTable('blogs')
    .set({
      ...columnsOf(text),
      word_count: save.layout.wordCount,
      version: version + 1,
      // Monotonic, even if the clock is set back.
      updated_at: Math.max(now, updated_at),
    })
    .where('id', '=', id)
    .where('author_id', authorId === null ? 'is' : '=', authorId)
    .where('version', '=', version)
    .returning(['id', 'version', 'updated_at', ...lifeColumns])
    .executeTakeFirst();
  if (!saved) throw someoneSavedFirst();
  await keepHtml(write, saved, save.layout);
  if (text.tags !== former.tags) await noteTags(write.db, id, text.tags ?? '');
  await keepRevision(write, { ...former, blog_id: id, version, saved_at: updated_at }, save);
  const isRenamed = text.title !== former.title;
  if (!isVisible(lifeOf(saved))) {
    if (isRenamed) await setHoldLabel(write, id, text.title);
    return;
  }
  await noteUpdate(write, id);
  if (isRenamed) await indexTitle(write.db, id, text.title);
  await indexText(write.db, id);
  if (isRenamed || text.shortDescription !== former.short_description) {
    await relateBlog(write.db, id);
  }
}
