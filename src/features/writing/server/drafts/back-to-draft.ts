import { randomUUID } from 'node:crypto';
import { blogNotFound } from '../../../../blog/contract.ts';
import { lacksCoverText } from '../../../../blog/cover-text.ts';
import { entityTagOf } from '../../../../blog/entity-tag.ts';
import { fieldNames, fieldsOf, textColumns } from '../../../../blog/fields.ts';
import { assertMayEdit } from '../../../../blog/server/assert-may-edit.ts';
import type { WithBlogs } from '../../../../blog/server/with-blogs.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import {
  boundDeletions,
  deleted,
  type Sake,
  setAside,
  setEnd,
} from '../../../../storage/set-aside.ts';
import type { Write } from '../../../../storage/storage.ts';
import { putBackInSight, takeOutOfSight } from '../own-blogs/out-of-sight.ts';
import type { OwnBlog } from '../own-blogs/remove-blog.ts';
import { putDraftBack, setAsideKinds } from '../own-blogs/set-aside-blogs.ts';
import { dropStates, endStates, keptAfterDraftMs } from './draft-states.ts';
import {
  assertRoomForDraft,
  type DraftAddress,
  dropDraft,
  findDraft,
  theSite,
} from './draft-store.ts';
import { forDraft, sakeOfTakenBack } from './taken-back.ts';

async function findPublished({ db }: Write, id: string) {
  const row = await db
    .selectFrom('blogs')
    .leftJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .select(textColumns)
    .select(['word_count', 'version', 'updated_at', 'undescribed'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw blogNotFound();
  return { row, text: fieldsOf(row, fieldNames) };
}

/** The published text as a draft; what its author was changing in it already is the draft, and stays as it stands. */
async function makeDraft(write: Write, address: DraftAddress, now: number): Promise<void> {
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

/**
 * Makes a published blog a draft again: at once it is to everybody as one that never was. Published again it stands at the
 * same address. It costs no room: whoever has none left may still take a blog back. Throws `blog-not-found`, `not-yours`,
 * `too-many-drafts`. The write holds the site-wide lock.
 */
export async function takeBlogBack(
  write: Write,
  { id, personId, now }: OwnBlog,
  withBlogs: readonly WithBlogs[],
): Promise<void> {
  await assertMayEdit(write.db, id, personId);
  await makeDraft(write, { personId, key: id }, now);
  const sake = forDraft(personId, id);
  await takeOutOfSight(write, { id, authorId: personId, sake }, withBlogs);
}

/** Publishes a blog as it was when it was taken back. What was written since stays, as changes to it. */
async function publishAsItWas(
  write: Write,
  address: DraftAddress,
  sake: Sake,
  withBlogs: readonly WithBlogs[],
): Promise<void> {
  await putBackInSight(write, sake, withBlogs);
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
 * Undoes what was done last to a blog that was taken back: that its draft was thrown away, else that it was taken back.
 * Throws `blog-not-found` where nothing of that can be undone any more. The write holds the site-wide lock.
 */
export async function undoTakingBack(
  write: Write,
  { id, personId, now }: OwnBlog,
  withBlogs: readonly WithBlogs[],
): Promise<void> {
  const address = { personId, key: id };
  const sake = await sakeOfTakenBack(write, address);
  if (!sake) throw blogNotFound();
  if (sake.endsAt === null) return publishAsItWas(write, address, sake, withBlogs);
  if (sake.endsAt <= now) throw blogNotFound();
  await putDraftBack(write, sake);
  await setEnd(write, sake, null);
}

/**
 * Throws a draft away, where it is still this revision; any, where none is named. The blog that was taken back to it goes as
 * one that was deleted does. True when the draft was there.
 */
export async function discard(
  write: Write,
  address: DraftAddress,
  revision: string | undefined,
  now: number,
): Promise<boolean> {
  const draft = await dropDraft(write, address, revision);
  if (!draft) return false;
  await endStates(write, address, now + keptAfterDraftMs);
  const sake = await sakeOfTakenBack(write, address);
  if (!sake) return true;
  const { personId, key } = address;
  const going = deleted(sake, now);
  await setEnd(write, sake, going.endsAt);
  // Its time and the link to it end with the draft, as for every other.
  const row = { ...draft, publish_at: null, preview_hash: null };
  const aside = [{ rowId: `${personId} ${key}`, personId, row }];
  await setAside(write, setAsideKinds.draft, going, aside);
  await boundDeletions(write, personId);
  return true;
}
