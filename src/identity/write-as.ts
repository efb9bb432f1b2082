import { notSignedIn } from '../platform/contract/problems.ts';
import { keptQuery } from '../storage/kept-query.ts';
import { type RepeatableRequest, runOnce } from '../storage/make-once.ts';
import type { Storage, Write } from '../storage/storage.ts';
import { personTag } from './person.ts';
import { isSuspended } from './suspension.ts';

const accountOf = keptQuery((db, { personId }: { readonly personId: string }) =>
  db
    .selectFrom('people')
    .select(['id', 'suspended_until'])
    .where('id', '=', personId)
    .where('ends_at', 'is', null),
);

/**
 * Writes on behalf of a member, under the lock of that person and of each of `lockKeys`, such as `blog:…`; under the
 * site-wide lock where that is `all`. Throws `not-signed-in` where the account was deleted or suspended after the
 * request's session was read. Neither can happen during the write: deleting takes the site-wide lock, suspending the
 * person's.
 */
export function writeAs<T>(
  storage: Storage,
  personId: string,
  work: (write: Write) => Promise<T>,
  lockKeys: readonly string[] | 'all' = [],
): Promise<T> {
  const tag = personTag(personId);
  return storage.write(
    async (write) => {
      const [row] = await accountOf(write.db, { personId });
      if (!row || isSuspended(row, Date.now())) throw notSignedIn();
      // Any change may affect a cached page of this person.
      write.touch(tag);
      return work(write);
    },
    lockKeys === 'all' ? {} : { lockKeys: [tag, ...lockKeys] },
  );
}

/** Like `writeAs`, for a repeatable request: does nothing where an earlier request with the same name succeeded. */
export function writeOnceAs(
  storage: Storage,
  once: RepeatableRequest,
  work: (write: Write) => Promise<void>,
  lockKeys?: readonly string[],
): Promise<void> {
  const { personId } = once;
  return writeAs(storage, personId, (write) => runOnce(write, once, () => work(write)), lockKeys);
}
