import { z } from 'zod';
import { inBatches } from '../../../storage/background/in-batches.ts';
import type { Storage } from '../../../storage/storage.ts';

const auditEntrySchema = z.object({
  act: z.string(),
  /** Whether the person acted, or was acted upon: the export doesn't name the actor. */
  is_own: z.boolean(),
  subject_kind: z.string(),
  subject_label: z.string(),
  reason: z.string(),
  created_at: z.number(),
});

const entriesAtOnce = 200;

/**
 * The audit entries of a person: actions upon them and their own actions. Entries outlast the account (decision 0030),
 * with an id that then has no account.
 */
export function personalAuditEntries(storage: Storage) {
  return {
    name: 'acts',
    row: auditEntrySchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      for (const column of ['subject_id', 'by_id'] as const) {
        const rows = inBatches<{ id: string; by_id: string | null; subject_id: string }>(
          entriesAtOnce,
          (last, size) =>
            storage.reader
              .selectFrom('acts')
              .selectAll()
              .where(column, '=', personId)
              .where('id', '>', last?.id ?? '')
              .orderBy('id')
              .limit(size)
              .execute(),
        );
        for await (const row of rows) {
          const isOwn = row.by_id === personId;
          // An action upon oneself matches both columns.
          if (column === 'by_id' && row.subject_id === personId) continue;
          yield { ...row, is_own: isOwn };
        }
      }
    },
  };
}
