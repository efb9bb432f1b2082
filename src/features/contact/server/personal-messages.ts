import { z } from 'zod';
import { provenEmailOf } from '../../../identity/proven-email.ts';
import { inBatches } from '../../../storage/background/in-batches.ts';
import type { Storage, Write } from '../../../storage/storage.ts';

const personalMessageSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  created_at: z.number(),
});

const batchSize = 100;

/** What people wrote to the site under their address, where that is surely theirs. */
export function personalMessages(storage: Storage) {
  return {
    name: 'messages',
    row: personalMessageSchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      const email = await provenEmailOf(storage.reader, personId);
      if (email === undefined) return;
      yield* inBatches<z.output<typeof personalMessageSchema>>(batchSize, (last, size) =>
        storage.reader
          .selectFrom('contact_messages')
          .select(['id', 'name', 'email', 'message', 'created_at'])
          .where('email', '=', email)
          .where('id', '>', last?.id ?? '')
          .orderBy('id')
          .limit(size)
          .execute(),
      );
    },
    async end({ db }: Write, personId: string): Promise<void> {
      const email = await provenEmailOf(db, personId);
      if (email === undefined) return;
      await db.deleteFrom('contact_messages').where('email', '=', email).execute();
    },
  };
}
