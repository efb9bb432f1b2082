import { type SqlBool, sql } from 'kysely';
import { fieldNames, fieldsOf, textColumns } from '../../../../blog/fields.ts';
import { allTexts } from '../../../../blog/server/texts.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Write } from '../../../../storage/storage.ts';
import { moveStates } from '../../history/server/draft-states.ts';
import { theSite } from './draft-store.ts';
import { insertDraft } from './insert-draft.ts';

interface DraftMove {
  readonly from: string;
  readonly to: string;
  readonly blogIds: readonly string[];
}

/** Whether a blog isn't published, or wasn't before its author removed it. */
const isDraft = sql<SqlBool>`coalesce(former_state, state) = 'draft'`;

async function hasAccount({ db }: Write, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', personId)
    .where('subject', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes the stored text of a blog the draft of its author, as of its last change. */
async function makeDraftOf(write: Write, personId: string, blogId: string): Promise<void> {
  const row = await allTexts(write.db)
    .selectFrom('blogs')
    .leftJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .select(textColumns)
    .select(['word_count', 'undescribed', 'updated_at', 'removed_until'])
    .where('id', '=', blogId)
    .executeTakeFirstOrThrow();
  const { updated_at: savedAt, removed_until: removedUntil } = row;
  const draft = { ...row, text: fieldsOf(row, fieldNames) };
  await insertDraft(write, { personId, key: blogId }, draft, { savedAt, removedUntil });
}

/** A draft that only the site made of the blog's text: it is made anew, as a newer import may have changed the blog. */
function dropUnwritten({ db }: Write, personId: string, key: string) {
  return db
    .deleteFrom('saved_drafts')
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .where('device', '=', theSite)
    .where('publish_at', 'is', null)
    .execute();
}

/**
 * Changes to published blogs that their former author had begun: only they see what they wrote, and can't edit the blog
 * any more, so it becomes a draft of its own.
 */
async function keepChanges(
  write: Write,
  personId: string,
  blogIds: readonly string[],
): Promise<void> {
  const rows = await write.db
    .selectFrom('saved_drafts')
    .select('key')
    .where('person_id', '=', personId)
    .where('key', 'in', blogIds)
    .execute();
  for (const { key } of rows) {
    const own = rowId();
    await write.db
      .updateTable('saved_drafts')
      .set({ key: own, base_tag: null })
      .where('person_id', '=', personId)
      .where('key', '=', key)
      .execute();
    await moveStates(write, { personId, key }, { personId, key: own });
  }
}

/**
 * Moves the drafts of those blogs that aren't published to the blogs' new author, with what was written in them and
 * their revisions; a blog without a draft, such as an imported one, gets one. `onMoved` gets the words of each that moved. The
 * maximum of drafts isn't checked, as quotas aren't. The write holds the locks of both people.
 */
export async function moveDrafts(
  write: Write,
  { from, to, blogIds }: DraftMove,
  onMoved: (blogId: string, words: string) => Promise<void>,
): Promise<void> {
  const { db } = write;
  const blogs = await allTexts(db)
    .selectFrom('blogs')
    .select('id')
    .where('id', 'in', blogIds)
    .where(isDraft)
    .execute();
  // An account's schedule and link were its own decision; a schedule of an imported author's text is an editor's.
  const ended = { preview_hash: null, ...(!(await hasAccount(write, to)) && { publish_at: null }) };
  for (const { id: key } of blogs) {
    await dropUnwritten(write, from, key);
    const own = await db
      .updateTable('saved_drafts')
      // Changes to a published blog that the new author typed as an editor are the draft now.
      .set({ base_tag: null })
      .where('person_id', '=', to)
      .where('key', '=', key)
      .returning('key')
      .executeTakeFirst();
    if (own) continue;
    const moved = await db
      .updateTable('saved_drafts')
      .set({ person_id: to, base_tag: null, ...ended })
      .where('person_id', '=', from)
      .where('key', '=', key)
      .returning('text')
      .executeTakeFirst();
    await moveStates(write, { personId: from, key }, { personId: to, key });
    if (moved) await onMoved(key, moved.text);
    else await makeDraftOf(write, to, key);
  }
  const drafts = new Set(blogs.map(({ id }) => id));
  const others = blogIds.filter((id) => !drafts.has(id));
  if (others.length > 0) await keepChanges(write, from, others);
}
