import { z } from 'zod';
import type { Storage } from '../../../storage/storage.ts';

/** Personal data of this feature: the notifications, without the texts of other people that they are about. */
export function personalNotifications(storage: Storage) {
  return {
    name: 'notifications',
    row: z.object({ kind: z.string(), at: z.number(), read_at: z.number().nullable() }),
    /** Oldest first; at most `notificationsMax` short rows. */
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
