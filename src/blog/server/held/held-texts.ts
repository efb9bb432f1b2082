import { type Selectable, type SqlBool, sql } from 'kysely';
import { inBatches } from '../../../storage/background/in-batches.ts';
import type { Reader } from '../../../storage/storage.ts';
import { columnsOf, type FieldName, fieldNames } from '../../fields.ts';
import type { TextKind } from '../../held.ts';
import { wasPublished, withFirstPublication } from '../first-publication.ts';
import { allTexts, type BlogsTable, commentLifeColumns, lifeColumns, lifeOf } from '../texts.ts';
import type { HoldRow } from './moderation-holds.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** The text's columns, except for the long one. */
const shortColumns = columnsOf(
  fieldNames.filter(
    (name): name is Exclude<FieldName, 'longDescription'> => name !== 'longDescription',
  ),
);

/** A blog that staff hold back, unfiltered; undefined where it was deleted. */
export function findHeldBlog(
  db: Db,
  { id }: Pick<HoldRow, 'id'>,
): Promise<Selectable<BlogsTable> | undefined> {
  return allTexts(db).selectFrom('blogs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Blogs in any state, with the columns of staff lists. */
export async function findBlogsOfAnyState(db: Db, ids: readonly string[]) {
  const rows = await allTexts(db)
    .selectFrom('blogs')
    .select(['id', ...shortColumns, 'created_at', 'former_state', ...lifeColumns])
    .select('source_key')
    .select((blog) => blog.fn.coalesce('author_id', 'former_author_id').as('author_id'))
    .where('id', 'in', ids)
    .execute();
  const known = await withFirstPublication(db, rows);
  return known.map((row) => ({ ...row, life: lifeOf(row) }));
}

/** Comments in any state, each with the title of its blog where that is visible. */
export async function findCommentsOfAnyState(db: Db, ids: readonly string[]) {
  const rows = await allTexts(db)
    .selectFrom('comments')
    .leftJoin('published_blogs', 'published_blogs.id', 'comments.blog_id')
    .select(['comments.id', 'comments.blog_id', 'comments.text', 'comments.person_id as author_id'])
    .select(['comments.created_at', 'published_blogs.title'])
    .select(commentLifeColumns.map((name) => `comments.${name}` as const))
    .where('comments.id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...row, life: lifeOf(row) }));
}

/**
 * The author of a text in any state; null without an account, undefined where there is no such text. Includes a blog
 * detached from a deleted account that can be restored.
 */
export async function findWhoWrote(
  db: Db,
  kind: TextKind,
  id: string,
): Promise<string | null | undefined> {
  const [text] = await (kind === 'blog' ? findBlogsOfAnyState : findCommentsOfAnyState)(db, [id]);
  return text?.author_id;
}

/** The long description of a blog in any state, as it was published last; undefined where it never was. */
export async function findLongText(db: Db, id: string): Promise<string | undefined> {
  const row = await allTexts(db)
    .selectFrom('blogs')
    .select('long_description')
    .where('id', '=', id)
    .where(wasPublished)
    .executeTakeFirst();
  return row?.long_description;
}

/** Comments that the authors of their blogs hid and that have no other hold. */
export function hiddenByAuthors(db: Db) {
  return allTexts(db)
    .selectFrom('comments')
    .where('comments.state', '=', 'published')
    .where('comments.moderation', '=', 'none')
    .where('comments.account_hold', '=', 0)
    .where('comments.author_hidden_at', 'is not', null);
}

/** Texts that `hold` of `life.ts` applies to and that have no moderation hold yet. */
const isHoldable = sql<SqlBool>`moderation = 'none'`;

/**
 * Some of a person's texts that staff can hold back, including comments on invisible blogs, blogs that the person
 * unpublished, and texts that they deleted, by themselves or with the account, and can restore.
 */
export async function findHoldable(
  db: Db,
  personId: string,
  limit: number,
): Promise<readonly { readonly kind: TextKind; readonly id: string }[]> {
  const texts = allTexts(db);
  const blogs = await texts
    .selectFrom('blogs')
    .select('id')
    .where((blog) =>
      blog.or([blog('author_id', '=', personId), blog('former_author_id', '=', personId)]),
    )
    .where(isHoldable)
    .where(wasPublished)
    .limit(limit)
    .execute();
  const comments = await texts
    .selectFrom('comments')
    .select('id')
    .where('person_id', '=', personId)
    .where(isHoldable)
    .limit(limit - blogs.length)
    .execute();
  return [
    ...blogs.map(({ id }) => ({ kind: 'blog' as const, id })),
    ...comments.map(({ id }) => ({ kind: 'comment' as const, id })),
  ];
}

/** The texts that outlive their author's deleted account, one at a time: each may be long. */
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

/** Why each of these blogs isn't visible, and whether staff hold it back; deleted blogs are omitted. */
export async function findAbsences(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { absence: Absence; isHeld: boolean }>();
  const rows = await allTexts(db)
    .selectFrom('blogs')
    .select(['id', 'state', 'moderation'])
    .where('id', 'in', ids)
    .execute();
  const absenceOf = ({ state, moderation }: (typeof rows)[number]): Absence => {
    // Staff or the author removed a text that expires; texts of a deleted account count as removed too.
    if (state === 'draft') return 'draft';
    const isHidden = state === 'published' && (moderation === 'hidden' || moderation === 'waiting');
    return isHidden ? 'hidden' : 'removed';
  };
  return new Map(
    rows.map((row) => [row.id, { absence: absenceOf(row), isHeld: row.moderation !== 'none' }]),
  );
}
