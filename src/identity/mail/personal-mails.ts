import { z } from 'zod';
import type { Storage } from '../../storage/storage.ts';
import { personalByAddress } from '../personal-by-address.ts';
import type { PersonalData } from '../personal-data.ts';

/** Queued e-mails to an address. Those of an account are deleted with it by the foreign key. */
export function personalMails(storage: Storage): PersonalData {
  return personalByAddress(storage, {
    name: 'emails',
    row: z.object({ kind: z.string(), address: z.string(), created_at: z.number() }),
    async *rowsOf(email) {
      yield* await storage.reader
        .selectFrom('outbox')
        .select(['kind', 'address', 'created_at'])
        .where('address', '=', email)
        .orderBy('id')
        .execute();
    },
    async end({ db }, email) {
      await db.deleteFrom('outbox').where('address', '=', email).execute();
    },
  });
}
