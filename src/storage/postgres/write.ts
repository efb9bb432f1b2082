import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { AbortedTransactionError, type Dialect, type Kysely, sql } from 'kysely';
import { outcomeUnknown, unavailable } from '../../platform/contract/problems.ts';
import { recordCommit } from '../../platform/http/answers/commit-tracking.ts';
import { measureWait } from '../../platform/telemetry/durations.ts';
import { inQueue } from '../../platform/telemetry/queues.ts';
import { type AppliedStep, selectAppliedSteps } from '../applied-steps.ts';
import type { Schema } from '../schema.ts';
import type { SchemaWatch } from '../schema-watch.ts';
import type { Storage, Write, WriteOptions } from '../storage.ts';
import { logAndNotify } from './change-history.ts';
import { noticeOf } from './changes.ts';
import { writeLock } from './locks.ts';
import { unqueued } from './unqueued.ts';
import type { Mark, WriteMarks } from './write-marks.ts';
import { createWriteQueue, type QueuedWrite } from './write-queue.ts';

/**
 * Maximum concurrent transactions: more commit no faster, since a commit with a notification excludes every other one,
 * and share less. The pool's other connections are for reads.
 */
const transactionsAtOnce = 3;
/** Maximum runs of a write that PostgreSQL aborts in favour of another. */
const runsMax = 3;
/** SQLSTATE of a serialization failure and of a deadlock: the write was rolled back, and a retry may succeed. */
const endedForAnother: ReadonlySet<unknown> = new Set(['40001', '40P01']);

export interface PostgresWriteParts {
  readonly writer: Kysely<Schema>;
  readonly dialect: Dialect;
  /** The notification channel, and this process's id on it. */
  readonly channel: string;
  readonly origin: string;
  /** Called with the tags of each write that was or may have been committed, before its caller gets the result. */
  readonly notifyAll: (tags: readonly string[]) => void;
  readonly marks: WriteMarks;
  readonly watch: SchemaWatch;
}

/** The 64-bit number of a lock key. Keys that collide only wait for each other needlessly. */
function lockKeyOf(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}

/**
 * Takes all locks of a transaction at its beginning in one order, so that no two transactions deadlock, and writes its
 * mark in the same statement, which saves a round trip. Resolves to the number of applied migrations: the transaction
 * has blocked migrations since before that statement and does so until its end.
 */
async function begin(
  db: Write['db'],
  { leave }: Mark,
  lockKeys: readonly string[] | undefined,
): Promise<number | undefined> {
  const locks = lockKeys
    ? [
        sql`pg_advisory_xact_lock_shared(${writeLock})`,
        ...lockKeys
          .map(lockKeyOf)
          .sort()
          .map((key) => sql`pg_advisory_xact_lock(${key}::bigint)`),
      ]
    : [sql`pg_advisory_xact_lock(${writeLock})`];
  const { rows } = await sql<{ steps: number }>`
    with mark as (${leave})
    select (select count(*) from kysely_migration) as steps, ${sql.join(locks)} from mark`.execute(
    db,
  );
  return rows[0]?.steps;
}

/** True if the server reported that the commit failed; otherwise the connection was lost and the outcome is unknown. */
function isRefusal(error: unknown): boolean {
  if (error instanceof AbortedTransactionError) return true;
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}

async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (runs === runsMax || !endedForAnother.has(code)) throw error;
    }
  }
}

/** The results of all once none is running; throws the first error. */
async function allOf<T>(running: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}

interface Job extends QueuedWrite {
  readonly work: (write: Write) => Promise<unknown>;
}

/** Results of writes that are ready to commit. */
interface Done {
  readonly results: readonly unknown[];
  readonly tags: readonly string[];
}

/** Writes that share a transaction. */
interface Attempt {
  readonly jobs: readonly Job[];
  readonly mark: Mark;
  done: Done | undefined;
}

/** Only a write that runs alone has no keys. */
function lockKeysOf(jobs: readonly Job[]): readonly string[] | undefined {
  if (jobs.some(({ lockKeys }) => lockKeys === undefined)) return undefined;
  return [...new Set(jobs.flatMap(({ lockKeys }) => lockKeys ?? []))];
}

/**
 * Determines whether writes whose commit got no answer were committed; resolves if so. Throws `unavailable` if nothing
 * was written, `outcome-unknown` if that can't be determined.
 */
async function settle({ mark }: Attempt, error: unknown): Promise<void> {
  const hasCommitted = await mark.hasCommitted();
  if (hasCommitted) return;
  throw (hasCommitted === false ? unavailable : outcomeUnknown)({ retryAfter: 1, cause: error });
}

/**
 * Transactions run concurrently, except those that share a lock key: they are queued in this process and locked between
 * processes. Several writes may share a transaction, and run there side by side, as their locks allow; if it fails, each
 * is retried alone, so that no write fails because of another.
 */
export function createPostgresWrite(parts: PostgresWriteParts): Storage['write'] {
  const { writer, dialect, channel, origin, notifyAll, marks, watch } = parts;
  const queue = createWriteQueue(transactionsAtOnce, runTogether);

  async function runOnce(attempt: Attempt): Promise<Done> {
    attempt.done = undefined;
    return writer.transaction().execute(async (db) => {
      const steps = await begin(db, attempt.mark, lockKeysOf(attempt.jobs));
      if (steps !== watch.seen) {
        watch.judge((await sql.raw<AppliedStep>(selectAppliedSteps).execute(db)).rows);
        watch.assertKnown();
      }
      const touched = new Set<string>();
      const touch: Write['touch'] = (...tags) => {
        for (const tag of tags) touched.add(tag);
      };
      const results = await unqueued(db, dialect, (side) =>
        allOf(attempt.jobs.map(async ({ work }) => work({ db: side, touch }))),
      );
      const tags = [...touched];
      if (tags.length > 0) {
        await logAndNotify(tags, channel, noticeOf(origin, tags)).execute(db);
      }
      attempt.done = { results, tags };
      return attempt.done;
    });
  }

  async function run(attempt: Attempt): Promise<readonly unknown[]> {
    try {
      // A write that runs alone is retried after a serialization failure or deadlock.
      const done = attempt.jobs.length > 1 ? runOnce(attempt) : again(() => runOnce(attempt));
      return (await done).results;
    } catch (error) {
      if (isRefusal(error)) attempt.done = undefined;
      if (!attempt.done) throw error;
      await settle(attempt, error);
      return attempt.done.results;
    } finally {
      attempt.mark.release();
      // Also if the outcome is unknown: the rows may have changed.
      if (attempt.done) notifyAll(attempt.done.tags);
    }
  }

  async function runTogether(jobs: readonly Job[]): Promise<void> {
    const attempt: Attempt = { jobs, mark: marks.take(), done: undefined };
    try {
      const results = await run(attempt);
      for (const [index, { reply }] of jobs.entries()) reply.resolve(results[index]);
    } catch (error) {
      if (attempt.done || jobs.length === 1) for (const { reply } of jobs) reply.reject(error);
      else for (const job of jobs) await runTogether([job]);
    }
  }

  return async <T>(work: (write: Write) => Promise<T>, { lockKeys }: WriteOptions = {}) => {
    const reply = Promise.withResolvers<T>();
    queue({ work: AsyncLocalStorage.bind(measureWait(work)), lockKeys, reply } as Job);
    const result = await inQueue('writes', reply.promise);
    recordCommit();
    return result;
  };
}
