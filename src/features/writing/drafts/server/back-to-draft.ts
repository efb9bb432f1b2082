import { randomUUID } from 'node:crypto';
import { blogNotFound } from '../../../../blog/contract.ts';
import { lacksCoverText } from '../../../../blog/cover-text.ts';
import { entityTagOf } from '../../../../blog/entity-tag.ts';
import { fieldNames, fieldsOf, textColumns } from '../../../../blog/fields.ts';
import { backToDraft, publishAgain, remove, restorableMs } from '../../../../blog/life.ts';
import { assertMayEdit } from '../../../../blog/server/assert-may-edit.ts';
import { boundRemoved } from '../../../../blog/server/bound-removed.ts';
import { changeBlog } from '../../../../blog/server/text-life.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { Write } from '../../../../storage/storage.ts';
import type { DraftAddress } from '../../common/server/draft-address.ts';
import { findOwnLife, type OwnBlog } from '../../common/server/own-life.ts';
import { dropStates, endStates, keptAfterDraftMs } from '../../history/server/draft-states.ts';
import { forgetTakenBack } from '../../history/server/edit-marks.ts';
import { assertRoomForDraft, dropDraft, findDraft, setDraftEnd, theSite } from './draft-store.ts';

async function findPublished({ db }: Write, id: string) {
  const row = await db
    .selectFrom('published_blogs as blogs')
    .leftJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .select(textColumns)
    .select(['word_count', 'version', 'updated_at', 'undescribed'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw blogNotFound();
  return { row, text: fieldsOf(row, fieldNames) };
}

/** The published text as a draft; what its author was changing in it already is the draft, and stays as it stands. */
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
  await db
    .insertInto('saved_drafts')
    .values({
      person_id: address.personId,
      key: address.key,
      text: JSON.stringify(text),
      title: row.title,
      word_count: row.word_count,
      undescribed: (row.undescribed ?? 0) + (lacksCoverText(text) ? 1 : 0),
      base_tag: null,
      revision: randomUUID(),
      device: theSite,
      sequence: 0,
      saved_at: now,
    })
    .execute();
}

/** Whether a draft is of a blog that was published and taken back. */
export async function isOfTakenBack(
  { db }: Pick<Write, 'db'>,
  { personId, key }: DraftAddress,
): Promise<boolean> {
  const own = await findOwnLife(db, { id: key, personId });
  return own?.life.state === 'draft';
}

/**
 * Makes a published blog a draft again: at once it is to everybody as one that never was. Published again it stands at the
 * same address. It costs no room: whoever has none left may still take a blog back. Throws `blog-not-found`, `not-yours`,
 * `too-many-drafts`. The write holds the lock of the person.
 */
export async function takeBlogBack(write: Write, { id, personId, now }: OwnBlog): Promise<void> {
  await assertMayEdit(write.db, id, personId);
  await makeDraft(write, { personId, key: id }, now);
  await forgetTakenBack(write, id);
  if (!(await changeBlog(write, id, backToDraft))) throw blogNotFound();
}

/**
 * Publishes a blog as it was when it was taken back. What was written since stays, as changes to it. Throws
 * `blog-not-found`. The write holds the lock of the person.
 */
export async function publishAsItWas(write: Write, address: DraftAddress): Promise<void> {
  if (!(await changeBlog(write, address.key, publishAgain))) throw blogNotFound();
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
    // What changes a published blog can't wait for a time.
    .set({ base_tag: tag, publish_at: null, publish_failure: null })
    .where('person_id', '=', address.personId)
    .where('key', '=', address.key)
    .execute();
}

/**
 * Throws a draft away, where it is still this revision; any, where none is named. The blog that was taken back to it goes as
 * one that was removed does, and the draft with it. True when the draft was there. The write holds the lock of the person.
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
  // Its time and the link to it end with the draft, as for every other.
  await write.db
    .updateTable('saved_drafts')
    .set({ publish_at: null, preview_hash: null })
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .execute();
  await changeBlog(write, key, remove(now));
  await boundRemoved(write, personId, now);
  return true;
}
