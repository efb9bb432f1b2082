import type { RateCount, RateStore } from '../platform/http/rate-limit.ts';
import type { RateCountsTable } from './schema.ts';
import type { Reader, Storage } from './storage.ts';

function fromRow(row: RateCountsTable): RateCount {
  return {
    window: row.window_number,
    current: row.current_count,
    previous: row.previous_count,
    expiresAt: row.expires_at,
  };
}

async function find(db: Reader, key: string): Promise<RateCount | undefined> {
  const row = await db
    .selectFrom('rate_counts')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Counts in the database, so that all processes agree and a restart forgets nothing. */
export function createRateStore(storage: Storage, now: () => number = Date.now): RateStore {
  return {
    // Not the reader: a replica may not have heard of the last ones yet.
    read: (key) => find(storage.writer, key),
    async update(key, change) {
      await storage.write(async ({ db }) => {
        const count = change(await find(db, key));
        const values = {
          window_number: count.window,
          current_count: count.current,
          previous_count: count.previous,
          expires_at: count.expiresAt,
        };
        await db
          .insertInto('rate_counts')
          .values({ key, ...values })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
          .execute();
        await db.deleteFrom('rate_counts').where('expires_at', '<=', now()).execute();
      });
    },
  };
}
