import { blogNotFound } from '../../../../blog/contract.ts';
import { fieldNames, fieldsOf, textColumns } from '../../../../blog/fields.ts';
import { isVisible } from '../../../../blog/life.ts';
import { allTexts, lifeColumns, lifeOf } from '../../../../blog/server/texts.ts';
import { assertEdits } from '../../../../identity/authority.ts';
import { isId } from '../../../../platform/text/id.ts';
import type { Reader } from '../../../../storage/storage.ts';
import { findDraft } from '../../drafts/server/draft-store.ts';
import { isTakenBackByEditor } from '../../history/server/edit-marks.ts';

type Db = Pick<Reader, 'selectFrom'>;

export type OthersBlogRow = Awaited<ReturnType<typeof findOthersBlog>>;

/**
 * A blog that is published or that an editor unpublished; other drafts are private to their authors. Uses the current
 * roles. Throws `blog-not-found`, `owners-only`.
 */
export async function findOthersBlog(db: Db, id: string, by: { readonly id: string }) {
  const row = isId(id)
    ? await allTexts(db)
        .selectFrom('blogs')
        .leftJoin('people', 'people.id', 'blogs.author_id')
        .select(textColumns.map((column) => `blogs.${column}` as const))
        .select(['blogs.id', 'author_id', 'word_count', 'version', 'blogs.created_at'])
        .select(['updated_at', ...lifeColumns])
        .select(['people.name', 'people.photo_url', 'people.bio', 'people.subject'])
        .where('blogs.id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw blogNotFound();
  const life = lifeOf(row);
  const isDraft = life.state === 'draft' && life.moderation === 'none' && !life.isAuthorAway;
  const isTakenBack =
    isDraft && (await isTakenBackByEditor(db, { blogId: id, version: row.version }));
  if (!isVisible(life) && !isTakenBack) throw blogNotFound();
  await assertEdits(db, by, row.author_id);
  return { ...row, isTakenBack };
}

/** Like `findOthersBlog`, for published blogs only. */
export async function findPublishedOfOthers(db: Db, id: string, by: { readonly id: string }) {
  const row = await findOthersBlog(db, id, by);
  if (row.isTakenBack) throw blogNotFound();
  return row;
}

/** Like `findOthersBlog`, for blogs that an editor unpublished; they have an author. */
export async function findTakenBack(db: Db, id: string, by: { readonly id: string }) {
  const row = await findOthersBlog(db, id, by);
  const { author_id: authorId } = row;
  if (!row.isTakenBack || authorId === null) throw blogNotFound();
  return { row, address: { personId: authorId, key: id } };
}

/** The draft of an unpublished blog; `isChanged` where its author has edited it since. */
export async function findDraftOf(
  db: Db,
  { row, address }: Awaited<ReturnType<typeof findTakenBack>>,
) {
  const draft = await findDraft(db, address);
  const text = fieldsOf(row, fieldNames);
  return draft && { ...draft, isChanged: JSON.stringify(draft.text) !== JSON.stringify(text) };
}
