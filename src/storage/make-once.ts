import { createHash } from 'node:crypto';
import { keyUsedAlready } from '../platform/contract/problems.ts';
import type { RateRule } from '../platform/http/answers/rate-limit.ts';
import type { WriteLimiter } from './limits/rate-limiter.ts';
import type { Reader, Storage, Write } from './storage.ts';

/** How long a retry finds what the first request made; who waits longer than a day starts anew. */
const rememberedMs = 24 * 60 * 60 * 1_000;
/**
 * Results of one person that are remembered however old they are: the clock may be set while a caller waits for its reply.
 */
const rememberedAnyway = 20;

/** A request that may come twice: after a double click, or after a time-out that hid the first one's answer. */
export interface RepeatableRequest {
  readonly personId: string;
  /** What is asked for, such as `addBlog`; each has keys of its own. */
  readonly purpose: string;
  /** What the caller named the request; undefined where it didn't. */
  readonly key: string | undefined;
  /** What was sent; the same key with anything else is refused. */
  readonly content: unknown;
  readonly now: number;
}

type Db = Pick<Reader, 'selectFrom'>;

function find(db: Db, { personId, purpose, key = '' }: RepeatableRequest) {
  return db
    .selectFrom('remembered_results')
    .select(['fingerprint', 'result_id'])
    .where('person_id', '=', personId)
    .where('purpose', '=', purpose)
    .where('key', '=', key)
    .executeTakeFirst();
}

async function forgetOld({ db }: Write, { personId, now }: RepeatableRequest): Promise<void> {
  const kept = await db
    .selectFrom('remembered_results')
    .select('created_at')
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .offset(rememberedAnyway - 1)
    .limit(1)
    .executeTakeFirst();
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
 * The id of what an earlier request of the same name made; undefined where there was none. Throws `key-used-already`
 * where that one sent something else.
 */
export async function resultOf(db: Db, request: RepeatableRequest): Promise<string | undefined> {
  if (request.key === undefined) return undefined;
  const known = await find(db, request);
  if (known && known.fingerprint !== fingerprintOf(request.content)) throw keyUsedAlready();
  return known?.result_id;
}

/** Remembers what a request made, for the next one of its name. */
export async function rememberResult(
  { db }: Write,
  { personId: person_id, purpose, key, content, now: created_at }: RepeatableRequest,
  result_id: string,
): Promise<void> {
  if (key === undefined) return;
  const fingerprint = fingerprintOf(content);
  await db
    .insertInto('remembered_results')
    .values({ person_id, purpose, key, fingerprint, result_id, created_at })
    .execute();
}

/**
 * Runs `make` unless an earlier request of the same name did, and resolves to the id of what was made either way.
 * Throws `key-used-already` where the earlier request sent something else. The write holds the lock of the person.
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

/** As `makeOnce`, for what makes nothing that has an id: does it unless an earlier request of the same name did. */
export async function doOnce(
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
 * Throws `too-many-requests` where the person has done enough, before any write is begun; not for a request that was
 * done already and only comes again.
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
