import { z } from 'zod';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { draftTextSchema } from '../../common/contract.ts';

const draftSchema = z.object({
  key: z.string(),
  text: draftTextSchema,
  saved_at: z.number(),
  deleted_until: z.number().nullish(),
});

/** The person's drafts, deleted with the account. */
export function personalDrafts(storage: Storage) {
  return {
    name: 'drafts',
    row: draftSchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      // Deleted ones come last.
      for (const is of ['is', 'is not'] as const) {
        const drafts = inBatches<{ key: string; text: string }>(1, (last, size) =>
          storage.reader
            .selectFrom('saved_drafts')
            .select(['key', 'text', 'saved_at'])
            .$if(is === 'is not', (query) => query.select('removed_until as deleted_until'))
            .where('person_id', '=', personId)
            .where('removed_until', is, null)
            .where('key', '>', last?.key ?? '')
            .orderBy('key')
            .limit(size)
            .execute(),
        );
        for await (const draft of drafts) yield { ...draft, text: JSON.parse(draft.text) };
      }
    },
  };
}

const stateSchema = z.object({
  key: z.string(),
  text: draftTextSchema,
  saved_at: z.number(),
  /** End of its retention, where its draft was deleted. */
  deleted_until: z.number().nullable(),
});

/** Revisions of the person's drafts, deleted with the account. */
export function personalDraftStates(storage: Storage) {
  return {
    name: 'draftStates',
    row: stateSchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      const states = inBatches<{ id: string; text: string }>(1, (last, size) =>
        storage.reader
          .selectFrom('draft_states')
          .select(['id', 'key', 'text', 'saved_at', 'ends_at as deleted_until'])
          .where('person_id', '=', personId)
          .where('id', '>', last?.id ?? '')
          .orderBy('id')
          .limit(size)
          .execute(),
      );
      for await (const state of states) yield { ...state, text: JSON.parse(state.text) };
    },
  };
}
