import { notSignedIn } from '../platform/contract/problems.ts';
import type { Storage, Write } from '../storage/storage.ts';
import { personTag } from './person.ts';
import { isSuspended } from './suspension.ts';

/**
 * Writes in the name of a member, alone among that person's writes, and among those that share a name of `alone`, such
 * as `blog:…`; among all writes where that is `all`. Throws `not-signed-in` where the account went, or was suspended, after
 * the request's session was read; else it stays until the write ends, since an account is deleted alone among all
 * writes, and suspended alone among the person's.
 */
export function writeAs<T>(
  storage: Storage,
  personId: string,
  work: (write: Write) => Promise<T>,
  alone: readonly string[] | 'all' = [],
): Promise<T> {
  const tag = personTag(personId);
  return storage.write(
    async (write) => {
      const row = await write.db
        .selectFrom('people')
        .select(['id', 'suspended_until'])
        .where('id', '=', personId)
        .where('ends_at', 'is', null)
        .executeTakeFirst();
      if (!row || isSuspended(row, Date.now())) throw notSignedIn();
      // Whatever it is: it may be something that a page shows them.
      write.touch(tag);
      return work(write);
    },
    alone === 'all' ? {} : { alone: [tag, ...alone] },
  );
}
