import { z } from 'zod';
import { provenEmailOf } from '../../../identity/proven-email.ts';
import type { Storage, Write } from '../../../storage/storage.ts';

/** What the newsletter keeps of a person: that their address gets it. */
export function personalSubscription(storage: Storage) {
  return {
    name: 'newsletter',
    row: z.object({ email: z.string(), created_at: z.number(), bounces: z.number() }),
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      const email = await provenEmailOf(storage.reader, personId);
      if (email === undefined) return;
      yield* await storage.reader
        .selectFrom('subscribers')
        .select(['email', 'created_at', 'bounces'])
        .where('email', '=', email)
        .execute();
    },
    // It isn't bound to the account; but who deletes that wants no more letters, nor those of a week in which it can be
    // restored. Restored, they subscribe again.
    release: endSubscription,
    end: endSubscription,
  };
}

async function endSubscription({ db }: Write, personId: string): Promise<void> {
  const email = await provenEmailOf(db, personId);
  if (email === undefined) return;
  await db.deleteFrom('subscribers').where('email', '=', email).execute();
  await db.deleteFrom('subscription_requests').where('email', '=', email).execute();
}
