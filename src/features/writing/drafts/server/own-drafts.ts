import { mapColumns, type TextRow } from '../../../../blog/fields.ts';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { draftTextSchema } from '../../common/contract.ts';
import { isBlankDraft } from '../../common/is-blank-draft.ts';
import { findOwnLife } from '../../common/server/own-life.ts';

/** A draft in the form of a blog's row; its fields may be empty. */
interface OwnDraft extends TextRow {
  readonly key: string;
  readonly saved_at: number;
}

/** A person's drafts of own texts that aren't blank, for their export; one at a time, as each may be long. */
export async function* ownDrafts(
  storage: Pick<Storage, 'reader'>,
  personId: string,
): AsyncGenerator<OwnDraft> {
  const rows = inBatches<{ key: string; text: string; base_tag: string | null; saved_at: number }>(
    1,
    (last, size) =>
      storage.reader
        .selectFrom('saved_drafts')
        .select(['key', 'text', 'base_tag', 'saved_at'])
        .where('person_id', '=', personId)
        .where('removed_until', 'is', null)
        .where('key', '>', last?.key ?? '')
        .orderBy('key')
        .limit(size)
        .execute(),
  );
  for await (const { key, text, base_tag, saved_at } of rows) {
    // An editor's draft of another author's blog.
    const isOfOthers =
      base_tag !== null &&
      key !== 'new' &&
      (await findOwnLife(storage.reader, { id: key, personId })) === undefined;
    if (isOfOthers) continue;
    const fields = draftTextSchema.parse(JSON.parse(text));
    if (isBlankDraft(fields)) continue;
    yield { ...mapColumns((_field, name) => fields[name]), key, saved_at };
  }
}
