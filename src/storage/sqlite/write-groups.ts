import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turnsEnd } from 'node:timers/promises';
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { outcomeUnknown, unavailable } from '../../platform/contract/problems.ts';
import { measureWait } from '../../platform/telemetry/durations.ts';
import { inQueue } from '../../platform/telemetry/queues.ts';
import { keptQuery } from '../kept-query.ts';
import type { Schema } from '../schema.ts';
import type { Write } from '../storage.ts';
import { changesKept } from './change-feed.ts';
import { resultCodeOf } from './dialect.ts';

/** Maximum writes per group. */
const writesMax = 100;
/** Milliseconds after which a group takes no further write: the maximum time of one turn of the event loop. */
const groupMs = 10;

/** Runs `work` in a transaction that it may share with other writes; resolves when it is on the disk. */
export type WriteInGroup = <T>(work: (write: Write) => Promise<T>) => Promise<T>;

interface QueuedWrite {
  readonly work: (write: Write) => Promise<unknown>;
  readonly reply: PromiseWithResolvers<unknown>;
}

/** The outcome of a write if its group is committed. */
type Result =
  | { readonly stands: true; readonly value: unknown; readonly tags: ReadonlySet<string> }
  | { readonly stands: false; readonly error: unknown };

/** Every write of the group was refused, so there is nothing to commit. */
class NothingToCommit extends Error {}

/** A statement of the current write has ended the whole transaction. */
class TransactionEnded extends Error {}

const savepoint = CompiledQuery.raw('savepoint one');
const release = CompiledQuery.raw('release one');
const rollBack = CompiledQuery.raw('rollback to one');

/** Runs one write of a group. Throws `TransactionEnded` if SQLite ended the transaction, as it does on a full disk. */
async function runOne(db: Transaction<Schema>, { work }: QueuedWrite): Promise<Result> {
  const tags = new Set<string>();
  await db.executeQuery(savepoint);
  try {
    const value = await work({
      db,
      touch(...touched) {
        for (const tag of touched) tags.add(tag);
      },
    });
    await db.executeQuery(release);
    return { stands: true, value, tags };
  } catch (error) {
    try {
      await db.executeQuery(rollBack);
      await db.executeQuery(release);
    } catch {
      throw new TransactionEnded('', { cause: error });
    }
    return { stands: false, error };
  }
}

const addChanges = keptQuery((db, { tags }: { readonly tags: string }) =>
  db
    .insertInto('changes')
    .columns(['tag'])
    .expression(sql<{ tag: string }>`select value from json_each(${tags})`),
);

const dropOldChanges = keptQuery((db) => {
  const newest = db
    .selectFrom('changes')
    .select((row) => row(row.fn.max('seq'), '-', changesKept).as('seq'));
  return db.deleteFrom('changes').where('seq', '<', newest);
});

async function recordChanges(db: Transaction<Schema>, results: readonly Result[]): Promise<void> {
  const tags = new Set(results.flatMap((result) => (result.stands ? [...result.tags] : [])));
  if (tags.size === 0) return;
  await addChanges(db, { tags: JSON.stringify([...tags]) });
  await dropOldChanges(db, {});
}

/** SQLite result codes after which a commit is certainly rolled back: busy, full, constraint violation. */
const surelyRolledBack: ReadonlySet<number | undefined> = new Set([5, 13, 19]);

/**
 * The error for a failed commit. If syncing the log failed, the log may contain the writes completely, and a start
 * after a crash would recover them. The next write overwrites them there, and then they are certainly gone.
 */
async function settleCommit(writer: Kysely<Schema>, error: unknown): Promise<unknown> {
  if (surelyRolledBack.has(resultCodeOf(error))) return error;
  try {
    // Writes the page that holds this number without changing it.
    await sql`pragma user_version = 0`.execute(writer);
    return unavailable({ retryAfter: 1, cause: error });
  } catch {
    return outcomeUnknown({ retryAfter: 1, cause: error });
  }
}

function resolveAll(group: readonly QueuedWrite[], results: readonly Result[]): void {
  for (const [index, result] of results.entries()) {
    const reply = group[index]?.reply;
    if (result.stands) reply?.resolve(result.value);
    else reply?.reject(result.error);
  }
}

/**
 * Group commit: queued writes run one after the other in one transaction and share one sync of the log. A write that
 * throws is rolled back on its own. No caller gets a result before the commit, not even a refusal, which may depend on
 * an earlier write of the group.
 */
export function createWriteGroups(writer: Kysely<Schema>): WriteInGroup {
  const queue: QueuedWrite[] = [];
  let isWriting = false;

  /** Runs as many writes of the group as the time allows, and commits. Fills `results` with their outcomes. */
  async function commitTogether(group: readonly QueuedWrite[], results: Result[]): Promise<void> {
    let isComplete = false;
    try {
      await writer.transaction().execute(async (db) => {
        const began = performance.now();
        for (const one of group) {
          if (results.length > 0 && performance.now() - began > groupMs) break;
          results.push(await runOne(db, one));
        }
        if (!results.some(({ stands }) => stands)) throw new NothingToCommit();
        await recordChanges(db, results);
        isComplete = true;
      });
    } catch (error) {
      if (error instanceof NothingToCommit) return;
      throw isComplete ? await settleCommit(writer, error) : error;
    }
  }

  async function writeGroup(): Promise<void> {
    const group = queue.splice(0, writesMax);
    const results: Result[] = [];
    try {
      await commitTogether(group, results);
      resolveAll(group, results);
      queue.unshift(...group.slice(results.length));
    } catch (error) {
      if (error instanceof TransactionEnded) {
        // The other writes were rolled back through no fault of their own: they run again.
        const [culprit] = group.splice(results.length, 1);
        culprit?.reply.reject(error.cause);
      } else {
        // If no write ran, the database was unavailable for all of them.
        for (const { reply } of group.splice(0, results.length || group.length))
          reply.reject(error);
      }
      queue.unshift(...group);
    }
  }

  async function writeQueue(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (queue.length > 0) {
      // Waits for the end of the turn to batch its other writes.
      await turnsEnd();
      await writeGroup();
    }
    isWriting = false;
  }

  return <T>(work: (write: Write) => Promise<T>) => {
    const reply = Promise.withResolvers<T>();
    queue.push({ work: AsyncLocalStorage.bind(measureWait(work)), reply } as QueuedWrite);
    void writeQueue();
    return inQueue('writes', reply.promise);
  };
}
