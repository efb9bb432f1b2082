import { randomUUID } from 'node:crypto';
import { lacksCoverText } from '../../../../blog/cover-text.ts';
import type { Write } from '../../../../storage/storage.ts';
import type { DraftText } from '../../common/contract.ts';
import type { DraftAddress } from '../../common/server/draft-address.ts';
import { theSite } from './draft-store.ts';

/** The text of a blog that isn't published. */
interface UnpublishedText {
  readonly text: DraftText;
  readonly word_count: number;
  /** Pictures without alternative text, without the cover. */
  readonly undescribed: number | null;
}

/** Makes a blog's text the draft of its author, without a check of their quotas. */
export async function insertDraft(
  { db }: Pick<Write, 'db'>,
  { personId, key }: DraftAddress,
  { text, word_count, undescribed }: UnpublishedText,
  {
    savedAt,
    removedUntil = null,
  }: { readonly savedAt: number; readonly removedUntil?: number | null },
): Promise<void> {
  await db
    .insertInto('saved_drafts')
    .values({
      person_id: personId,
      key,
      text: JSON.stringify(text),
      title: text.title,
      word_count,
      undescribed: (undescribed ?? 0) + (lacksCoverText(text) ? 1 : 0),
      base_tag: null,
      revision: randomUUID(),
      device: theSite,
      sequence: 0,
      saved_at: savedAt,
      removed_until: removedUntil,
    })
    .execute();
}
