import { z } from 'zod';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import type { Reader, Storage, Write } from '../../../../storage/storage.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** An editor, and a version of another author's blog. */
export interface EditMark {
  readonly blogId: string;
  readonly version: number;
  readonly editorId: string;
  readonly now: number;
}

/** Records that an editor saved this version. */
export async function noteEdited({ db }: Write, mark: EditMark): Promise<void> {
  const { blogId, version, editorId, now } = mark;
  const set = { edited_at: now, edited_by: editorId };
  await db
    .insertInto('blog_edits')
    .values({ blog_id: blogId, version, ...set })
    .onConflict((conflict) => conflict.columns(['blog_id', 'version']).doUpdateSet(set))
    .execute();
}

/** Records that an editor unpublished this version. */
export async function noteTakenBack({ db }: Write, mark: EditMark): Promise<void> {
  const { blogId, version, editorId, now } = mark;
  const set = { taken_back_at: now, taken_back_by: editorId };
  await db
    .insertInto('blog_edits')
    .values({ blog_id: blogId, version, ...set })
    .onConflict((conflict) => conflict.columns(['blog_id', 'version']).doUpdateSet(set))
    .execute();
}

/** The author has unpublished the blog: it is no longer the editor's responsibility. */
export async function forgetTakenBack({ db }: Write, blogId: string): Promise<void> {
  await db
    .updateTable('blog_edits')
    .set({ taken_back_at: null, taken_back_by: null })
    .where('blog_id', '=', blogId)
    .where('taken_back_at', 'is not', null)
    .execute();
}

export async function isTakenBackByEditor(
  db: Db,
  { blogId, version }: Pick<EditMark, 'blogId' | 'version'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('blog_edits')
    .select('blog_id')
    .where('blog_id', '=', blogId)
    .where('version', '=', version)
    .where('taken_back_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** When an editor last saved a blog; undefined if never, or if no version of theirs is kept. */
export async function lastEditedAt(
  db: Db,
  { blogId, editorId }: Pick<EditMark, 'blogId' | 'editorId'>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('blog_edits')
    .select('edited_at')
    .where('blog_id', '=', blogId)
    .where('edited_by', '=', editorId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.edited_at ?? undefined;
}

/** Name of an editor whose account is deleted. */
const nameless = 'An editor';

/** The editor of a version, for a reply; empty where the author saved it. */
export function savedByOf(row: {
  readonly edited_at: number | null;
  readonly editor_name: string | null;
}): { readonly savedBy?: string } {
  return row.edited_at === null ? {} : { savedBy: row.editor_name ?? nameless };
}

/** The editor of a blog's version, in the form of `savedByOf`. */
export async function findSavedBy(
  db: Db,
  { blogId, version }: Pick<EditMark, 'blogId' | 'version'>,
): Promise<{ readonly savedBy?: string }> {
  const row = await db
    .selectFrom('blog_edits')
    .leftJoin('people', 'people.id', 'blog_edits.edited_by')
    .select(['blog_edits.edited_at', 'people.name as editor_name'])
    .where('blog_edits.blog_id', '=', blogId)
    .where('blog_edits.version', '=', version)
    .executeTakeFirst();
  return row ? savedByOf(row) : {};
}

const editSchema = z.object({
  blog_id: z.string(),
  version: z.number(),
  edited_at: z.number().nullable(),
  taken_back_at: z.number().nullable(),
});

const marksAtOnce = 500;

/** Personal data of an editor: the versions of other authors' blogs that they saved or unpublished. */
export function personalEdits(storage: Storage) {
  function marksOf(column: 'edited_by' | 'taken_back_by', personId: string) {
    return inBatches<z.output<typeof editSchema>>(marksAtOnce, (last, size) => {
      const query = storage.reader
        .selectFrom('blog_edits')
        .select(['blog_id', 'version', 'edited_at', 'taken_back_at'])
        .where(column, '=', personId)
        .orderBy('blog_id')
        .orderBy('version')
        .limit(size);
      const rest = last
        ? query.where((eb) =>
            eb(eb.refTuple('blog_id', 'version'), '>', eb.tuple(last.blog_id, last.version)),
          )
        : query;
      return rest.execute();
    });
  }
  return {
    name: 'blogEdits',
    row: editSchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      for await (const mark of marksOf('edited_by', personId)) {
        yield { ...mark, taken_back_at: null };
      }
      for await (const mark of marksOf('taken_back_by', personId)) {
        yield { ...mark, edited_at: null };
      }
    },
  };
}
