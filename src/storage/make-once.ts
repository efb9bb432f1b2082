import { createHash } from 'node:crypto';
import { keyUsedAlready } from '../platform/contract/problems.ts';
import type { Write } from './storage.ts';

/** How long a retry finds what the first request made; who waits longer than a day starts anew. */
const rememberedMs = 24 * 60 * 60 * 1_000;

/** A request that may come twice: after a double click, or after a time-out that hid the first one's answer. */
export interface RepeatableRequest {
  readonly personId: string;
  /** What is asked for, such as `addBlog`; each has keys of its own. */
  readonly purpose: string;
  /** What the caller named the request; undefined where it didn't. */
  readonly key: string | undefined;
  /** What was sent; the same key with anything else is refused. */
  readonly content: unknown;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Runs `make` unless an earlier request of the same name did, and resolves to the id of what was made either way.
 * Throws `key-used-already` where the earlier request sent something else. The write is alone with the person.
 */
export async function makeOnce(
  { db }: Write,
  { personId, purpose, key, content, now }: RepeatableRequest,
  make: () => Promise<string>,
): Promise<string> {
  if (key === undefined) return make();
  const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  await db
    .deleteFrom('remembered_results')
    .where('person_id', '=', personId)
    .where('created_at', '<=', now - rememberedMs)
    .execute();
  const known = await db
    .selectFrom('remembered_results')
    .select(['fingerprint', 'result_id'])
    .where('person_id', '=', personId)
    .where('purpose', '=', purpose)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known && known.fingerprint !== fingerprint) throw keyUsedAlready();
  if (known) return known.result_id;
  const result_id = await make();
  await db
    .insertInto('remembered_results')
    .values({ person_id: personId, purpose, key, fingerprint, result_id, created_at: now })
    .execute();
  return result_id;
}
