import type { Selectable } from 'kysely';
import { inBatches } from '../../../storage/background/in-batches.ts';
import type { Reader } from '../../../storage/storage.ts';
import type { TextKind } from '../../held.ts';
import { allTexts, type BlogsTable, visibleColumns } from '../texts.ts';
import type { HoldRow } from './moderation-holds.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** A blog that staff hold back, as it was written; undefined where it has gone. */
export function findHeldBlog(
  db: Db,
  { id }: Pick<HoldRow, 'id'>,
): Promise<Selectable<BlogsTable> | undefined> {
  return allTexts(db).selectFrom('blogs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Of a text that is held back, the words that a list shows of it: a blog's short description, all of a comment. */
export async function findHeldWords(
  db: Db,
  { kind, id }: Pick<HoldRow, 'kind' | 'id'>,
): Promise<string | undefined> {
  const texts = allTexts(db);
  const query =
    kind === 'blog'
      ? texts.selectFrom('blogs').select('short_description as words').where('id', '=', id)
      : texts.selectFrom('comments').select('text as words').where('id', '=', id);
  return (await query.executeTakeFirst())?.words;
}

/** The long description of a blog that is visible or held back; undefined for any other. */
export async function findLongText(db: Db, id: string): Promise<string | undefined> {
  const row = await allTexts(db)
    .selectFrom('blogs')
    .select('long_description')
    .where('id', '=', id)
    .where((blog) => blog.or([blog('moderation', '<>', 'none'), blog.and(visibleColumns)]))
    .executeTakeFirst();
  return row?.long_description;
}

/** Some of a person's texts that staff can hold back: a comment on a blog that nobody sees is one of them. */
export async function findHoldable(
  db: Db,
  personId: string,
  limit: number,
): Promise<readonly { readonly kind: TextKind; readonly id: string }[]> {
  const texts = allTexts(db);
  const blogs = await texts
    .selectFrom('blogs')
    .select('id')
    .where('author_id', '=', personId)
    .where((row) => row.and(visibleColumns))
    .limit(limit)
    .execute();
  const comments = await texts
    .selectFrom('comments')
    .select('id')
    .where('person_id', '=', personId)
    .where((row) => row.and(visibleColumns))
    .limit(limit - blogs.length)
    .execute();
  return [
    ...blogs.map(({ id }) => ({ kind: 'blog' as const, id })),
    ...comments.map(({ id }) => ({ kind: 'comment' as const, id })),
  ];
}

/** The texts that stay without their author, whose account is deleted; one after the other: each may be long. */
export function textsLeftBy(db: Reader, personId: string) {
  return inBatches<Pick<BlogsTable, 'id' | 'image_url' | 'long_description'>>(1, (last, size) =>
    allTexts(db)
      .selectFrom('blogs')
      .select(['id', 'image_url', 'long_description'])
      .where('former_author_id', '=', personId)
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(size)
      .execute(),
  );
}

/** Why a blog isn't visible. */
export type Absence = 'hidden' | 'draft' | 'removed';

/** Why each of these blogs isn't visible, and whether staff hold it back; those that are gone are left out. */
export async function findAbsences(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { absence: Absence; isHeld: boolean }>();
  const rows = await allTexts(db)
    .selectFrom('blogs')
    .select(['id', 'state', 'moderation'])
    .where('id', 'in', ids)
    .execute();
  const absenceOf = ({ state, moderation }: (typeof rows)[number]): Absence => {
    // A text that expires was removed, by staff or its author; so was a text of a deleted account.
    if (state === 'draft') return 'draft';
    const isHidden = state === 'published' && (moderation === 'hidden' || moderation === 'waiting');
    return isHidden ? 'hidden' : 'removed';
  };
  return new Map(
    rows.map((row) => [row.id, { absence: absenceOf(row), isHeld: row.moderation !== 'none' }]),
  );
}
