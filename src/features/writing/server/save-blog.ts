import type { BlogText } from '../../../blog/blog-text.ts';
import { allowsChange, entityTagOf } from '../../../blog/entity-tag.ts';
import { assertMayEdit } from '../../../blog/server/assert-may-edit.ts';
import { columnsOf, noteBlogChange } from '../../../blog/server/store-blog.ts';
import { indexTitle } from '../../../blog/server/title-words.ts';
import type { Write } from '../../../storage/storage.ts';
import { revisionsKept, someoneSavedFirst } from '../contract.ts';
import type { BlogRevisionsTable } from './tables.ts';

const textColumns = [
  'title',
  'image_url',
  'category',
  'short_description',
  'long_description',
] as const;

export interface BlogSave {
  readonly id: string;
  readonly text: BlogText;
  readonly wordCount: number;
  readonly personId: string;
  /** The `If-Match` header: the entity tag that the writer read. */
  readonly ifMatch: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Puts a new text in the place of the old one, which becomes a revision. What changes nothing saves nothing, so that a
 * save whose answer was lost can be sent again. Throws `blog-not-found`, `not-yours`, `someone-saved-first`.
 */
export async function saveBlog(write: Write, save: BlogSave): Promise<void> {
  const { id, text, personId, now } = save;
  const { db } = write;
  await assertMayEdit(db, id, personId);
  const current = await db
    .selectFrom('blogs')
    .select([...textColumns, 'word_count', 'version', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const columns = columnsOf(text);
  if (textColumns.every((name) => columns[name] === current[name])) return;
  const { version, updated_at, ...former } = current;
  const tag = entityTagOf({ version, updatedAt: new Date(updated_at).toISOString() });
  if (!allowsChange(save.ifMatch, tag)) throw someoneSavedFirst();

  const saved = await db
    .updateTable('blogs')
    .set({
      ...columns,
      word_count: save.wordCount,
      version: version + 1,
      // Never backwards, whatever the clock does.
      updated_at: Math.max(now, updated_at),
    })
    .where('id', '=', id)
    .where('author_id', '=', personId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (!saved) throw someoneSavedFirst();
  await keepRevision(write, { ...former, blog_id: id, version, saved_at: updated_at });
  if (text.title !== former.title) await indexTitle(db, id, text.title);
  noteBlogChange(write, id);
}

async function keepRevision({ db }: Write, revision: BlogRevisionsTable): Promise<void> {
  await db.insertInto('blog_revisions').values(revision).execute();
  await db
    .deleteFrom('blog_revisions')
    .where('blog_id', '=', revision.blog_id)
    .where('version', '<=', revision.version - revisionsKept)
    .execute();
}
