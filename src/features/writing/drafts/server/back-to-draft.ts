import { blogNotFound } from '../../../../blog/contract.ts';
import { entityTagOf } from '../../../../blog/entity-tag.ts';
import { fieldNames, fieldsOf, textColumns } from '../../../../blog/fields.ts';
import { backToDraft, publishAgain, restorableMs } from '../../../../blog/life.ts';
import { assertMayEdit } from '../../../../blog/server/assert-may-edit.ts';
import { boundRemoved } from '../../../../blog/server/bound-removed.ts';
import { changeBlog } from '../../../../blog/server/text-life.ts';
import { allTexts } from '../../../../blog/server/texts.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { Write } from '../../../../storage/storage.ts';
import type { DraftAddress } from '../../common/server/draft-address.ts';
import { findOwnLife, type OwnBlog } from '../../common/server/own-life.ts';
import { softDelete } from '../../common/server/own-removal.ts';
import { dropStates, endStates, keptAfterDraftMs } from '../../history/server/draft-states.ts';
import { forgetTakenBack } from '../../history/server/edit-marks.ts';
import { assertRoomForDraft, dropDraft, findDraft, setDraftEnd } from './draft-store.ts';
import { insertDraft } from './insert-draft.ts';

/** A published blog, also under a hold. */
async function findPublished({ db }: Write, id: string) {
  const row = await allTexts(db)
    .selectFrom('blogs')
    .leftJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .select(textColumns)
    .select(['word_count', 'version', 'updated_at', 'undescribed'])
    .where('id', '=', id)
    .where('state', '=', 'published')
    .executeTakeFirst();
  if (!row) throw blogNotFound();
  return { row, text: fieldsOf(row, fieldNames) };
}

/** Turns the published text into a draft; existing unpublished changes are the draft already and stay. */
export async function makeDraft(write: Write, address: DraftAddress, now: number): Promise<void> {
  const { row, text } = await findPublished(write, address.key);
  const { db } = write;
  const known = await db
    .updateTable('saved_drafts')
    .set({ base_tag: null })
    .where('person_id', '=', address.personId)
    .where('key', '=', address.key)
    .returning('key')
    .executeTakeFirst();
  if (known) return;
  await assertRoomForDraft(db, address.personId);
  await insertDraft(write, address, { ...row, text }, { savedAt: now });
}

/** Whether a draft is of an unpublished blog. */
export async function isOfTakenBack(
  { db }: Pick<Write, 'db'>,
  { personId, key }: DraftAddress,
): Promise<boolean> {
  const own = await findOwnLife(db, { id: key, personId });
  return own?.life.state === 'draft';
}

/**
 * Unpublishes a blog: readers get the same reply as for a draft that never was public. Published again, it keeps its
 * address. Needs no free quota. Throws `blog-not-found`, `not-yours`, `too-many-drafts`. The write holds the person's
 * lock.
 */
export async function takeBlogBack(write: Write, { id, personId, now }: OwnBlog): Promise<void> {
  await assertMayEdit(write.db, id, personId);
  await makeDraft(write, { personId, key: id }, now);
  await forgetTakenBack(write, id);
  if (!(await changeBlog(write, id, backToDraft))) throw blogNotFound();
}

/**
 * Publishes an unpublished blog in its former text; a moderation hold stays. Later edits stay as unpublished changes.
 * Throws `blog-not-found`, also where staff removed it, or where it never was published: an import brought it as a
 * draft, and no text of it was meant for readers. The write holds the person's lock.
 */
export async function publishAsItWas(write: Write, address: DraftAddress): Promise<void> {
  const changed = await changeBlog(write, address.key, (life) =>
    life.wasPublished ? publishAgain(life) : undefined,
  );
  if (!changed) throw blogNotFound();
  const { row, text } = await findPublished(write, address.key);
  const draft = await findDraft(write.db, address);
  if (!draft) return;
  if (JSON.stringify(draft.text) === JSON.stringify(text)) {
    await dropDraft(write, address, undefined);
    await dropStates(write, address);
    return;
  }
  const tag = entityTagOf({ version: row.version, updatedAt: isoOf(row.updated_at) });
  await write.db
    .updateTable('saved_drafts')
    // Changes to a published blog can't be scheduled.
    .set({ base_tag: tag, publish_at: null, publish_failure: null })
    .where('person_id', '=', address.personId)
    .where('key', '=', address.key)
    .execute();
}

/**
 * Deletes a draft if its revision matches; without a revision in any case. An unpublished blog is soft-deleted together
 * with its draft. True if the draft existed. The write holds the person's lock.
 */
export async function discard(
  write: Write,
  address: DraftAddress,
  revision: string | undefined,
  now: number,
): Promise<boolean> {
  const { personId, key } = address;
  if (!(await isOfTakenBack(write, address))) {
    if (!(await dropDraft(write, address, revision))) return false;
    await endStates(write, address, now + keptAfterDraftMs);
    return true;
  }
  if (!(await setDraftEnd(write, address, now + restorableMs, revision))) return false;
  // Schedule and preview link end with the draft.
  await write.db
    .updateTable('saved_drafts')
    .set({ publish_at: null, preview_hash: null })
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .execute();
  await softDelete(write, { id: key, personId, now });
  await boundRemoved(write, personId, now);
  return true;
}
