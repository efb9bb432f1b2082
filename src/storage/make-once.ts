import { createHash } from 'node:crypto';
import { keyUsedAlready } from '../platform/contract/problems.ts';
import type { RateRule } from '../platform/http/answers/rate-limit.ts';
import { keptQuery } from './kept-query.ts';
import type { WriteLimiter } from './limits/rate-limiter.ts';
import type { RememberedResultsTable } from './schema.ts';
import type { Reader, Storage, Write } from './storage.ts';

/** How long a retry gets the first request's result; a retry after more than a day runs anew. */
const rememberedMs = 24 * 60 * 60 * 1_000;
/**
 * Number of results per person that are kept whatever their age: the clock may be changed while a caller waits for its
 * reply.
 */
const rememberedAnyway = 20;

/** A request that may be sent twice: by a double click, or by a retry after a timeout. */
export interface RepeatableRequest {
  readonly personId: string;
  /** The operation, such as `addBlog`; keys are unique within it. */
  readonly purpose: string;
  /** The caller's idempotency key; undefined if it sent none. */
  readonly key: string | undefined;
  /** The request's content; the same key with different content is refused. */
  readonly content: unknown;
  readonly now: number;
}

type Named = Pick<RepeatableRequest, 'personId' | 'purpose'> & { readonly key: string };

const remembered = keptQuery((db, named: Named) =>
  db
    .selectFrom('remembered_results')
    .select(['fingerprint', 'result_id'])
    .where('person_id', '=', named.personId)
    .where('purpose', '=', named.purpose)
    .where('key', '=', named.key),
);

async function find(db: Reader, { personId, purpose, key = '' }: RepeatableRequest) {
  return (await remembered(db, { personId, purpose, key }))[0];
}

const oldestKeptAnyway = keptQuery((db, { personId }: { readonly personId: string }) =>
  db
    .selectFrom('remembered_results')
    .select('created_at')
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .offset(rememberedAnyway - 1)
    .limit(1),
);

async function forgetOld({ db }: Write, { personId, now }: RepeatableRequest): Promise<void> {
  const [kept] = await oldestKeptAnyway(db, { personId });
  if (!kept) return;
  await db
    .deleteFrom('remembered_results')
    .where('person_id', '=', personId)
    .where('created_at', '<=', Math.min(now - rememberedMs, kept.created_at - 1))
    .execute();
}

function fingerprintOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/**
 * The id of what an earlier request with the same key created; undefined if there was none. Throws `key-used-already`
 * if the earlier request had different content.
 */
export async function resultOf(
  db: Reader,
  request: RepeatableRequest,
): Promise<string | undefined> {
  if (request.key === undefined) return undefined;
  const known = await find(db, request);
  if (known && known.fingerprint !== fingerprintOf(request.content)) throw keyUsedAlready();
  return known?.result_id;
}

const remember = keptQuery((db, row: RememberedResultsTable) =>
  db.insertInto('remembered_results').values({
    person_id: row.person_id,
    purpose: row.purpose,
    key: row.key,
    fingerprint: row.fingerprint,
    result_id: row.result_id,
    created_at: row.created_at,
  }),
);

/** Stores a request's result for a retry with the same key. */
export async function rememberResult(
  { db }: Write,
  { personId: person_id, purpose, key, content, now: created_at }: RepeatableRequest,
  result_id: string,
): Promise<void> {
  if (key === undefined) return;
  const fingerprint = fingerprintOf(content);
  await remember(db, { person_id, purpose, key, fingerprint, result_id, created_at });
}

/**
 * Runs `make` unless an earlier request with the same key did; resolves to the id of what was created either way.
 * Throws `key-used-already` if the earlier request had different content. The write must hold the person's lock.
 */
export async function makeOnce(
  write: Write,
  request: RepeatableRequest,
  make: () => Promise<string>,
): Promise<string> {
  if (request.key === undefined) return make();
  const known = await resultOf(write.db, request);
  if (known !== undefined) return known;
  await forgetOld(write, request);
  const id = await make();
  await rememberResult(write, request, id);
  return id;
}

/** Like `makeOnce`, for an operation that creates nothing with an id. */
export async function runOnce(
  write: Write,
  request: RepeatableRequest,
  work: () => Promise<void>,
): Promise<void> {
  await makeOnce(write, request, async () => {
    await work();
    return '';
  });
}

/**
 * Throws `too-many-requests` if the person has reached the limit, before a write begins; not for the retry of a request
 * that has succeeded.
 */
export async function assertRoomOnce(
  { storage, limiter }: { readonly storage: Storage; readonly limiter: WriteLimiter },
  rule: RateRule,
  request: RepeatableRequest,
): Promise<void> {
  try {
    await limiter.assertRoom(rule, request.personId);
  } catch (error) {
    const isKnown = request.key !== undefined && (await find(storage.writer, request));
    if (!isKnown) throw error;
  }
}
