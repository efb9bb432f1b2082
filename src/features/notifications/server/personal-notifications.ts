import { z } from 'zod';
import type { Storage } from '../../../storage/storage.ts';

/** What this feature keeps of a person: that they were told. Whose texts those are is nothing of theirs. */
export function personalNotifications(storage: Storage) {
  return {
    name: 'notifications',
    row: z.object({ kind: z.string(), at: z.number(), read_at: z.number().nullable() }),
    /** Oldest first; there are `notificationsMax` at most, and each is short. */
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      yield* await storage.reader
        .selectFrom('notifications')
        .select(['kind', 'at', 'read_at'])
        .where('person_id', '=', personId)
        .orderBy('at')
        .execute();
    },
  };
}
