import { z } from 'zod';
import { personalByAddress } from '../../../identity/personal-by-address.ts';
import type { PersonalData } from '../../../identity/personal-data.ts';
import { unlimitedSuspension } from '../../../identity/suspension.ts';
import { inBatches } from '../../../storage/background/in-batches.ts';
import type { Storage } from '../../../storage/storage.ts';

const personalMessageSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  created_at: z.number(),
});

const batchSize = 100;

/**
 * Hides messages from the owner while the sender's account is ending. Never the deadline of a message that an owner
 * deleted, so `restore` can distinguish the two.
 */
const withAccount = unlimitedSuspension;

/** Messages with the verified address of the person's account. */
export function personalMessages(storage: Storage): PersonalData {
  return personalByAddress(storage, {
    name: 'messages',
    row: personalMessageSchema,
    rowsOf: (email) =>
      inBatches<z.output<typeof personalMessageSchema>>(batchSize, (last, size) =>
        storage.reader
          .selectFrom('contact_messages')
          .select(['id', 'name', 'email', 'message', 'created_at'])
          .where('email', '=', email)
          .where('id', '>', last?.id ?? '')
          .orderBy('id')
          .limit(size)
          .execute(),
      ),
    async release({ db }, email) {
      await db
        .updateTable('contact_messages')
        .set({ ends_at: withAccount })
        .where('email', '=', email)
        .where('ends_at', 'is', null)
        .execute();
    },
    async restore({ db }, email) {
      await db
        .updateTable('contact_messages')
        .set({ ends_at: null })
        .where('email', '=', email)
        .where('ends_at', '=', withAccount)
        .execute();
    },
    async end({ db }, email) {
      await db.deleteFrom('contact_messages').where('email', '=', email).execute();
    },
  });
}
