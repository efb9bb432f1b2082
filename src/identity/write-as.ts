import { notSignedIn } from '../platform/contract/problems.ts';
import type { Storage, Write } from '../storage/storage.ts';

/**
 * Writes in the name of a member, alone among that person's writes, and among those that share a name of `alone`, such
 * as `blog:…`; among all writes where that is `all`. Throws `not-signed-in` where the account went after the request's
 * session was read; else it stays until the write ends, since an account is deleted alone among all writes.
 */
export function writeAs<T>(
  storage: Storage,
  personId: string,
  work: (write: Write) => Promise<T>,
  alone: readonly string[] | 'all' = [],
): Promise<T> {
  return storage.write(
    async (write) => {
      const row = await write.db
        .selectFrom('people')
        .select('id')
        .where('id', '=', personId)
        .where('ends_at', 'is', null)
        .executeTakeFirst();
      if (!row) throw notSignedIn();
      return work(write);
    },
    alone === 'all' ? {} : { alone: [`person:${personId}`, ...alone] },
  );
}
