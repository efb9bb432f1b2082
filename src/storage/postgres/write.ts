import { createHash } from 'node:crypto';
import { AbortedTransactionError, type Kysely, sql } from 'kysely';
import { outcomeUnknown, unavailable } from '../../platform/contract/problems.ts';
import { recordCommit } from '../../platform/http/answers/commit-tracking.ts';
import { measureWait } from '../../platform/telemetry/durations.ts';
import { inQueue } from '../../platform/telemetry/queues.ts';
import { type AppliedStep, selectAppliedSteps } from '../applied-steps.ts';
import type { Schema } from '../schema.ts';
import type { SchemaWatch } from '../schema-watch.ts';
import type { Storage, Write } from '../storage.ts';
import { logAndNotify } from './change-history.ts';
import { noticeOf } from './changes.ts';
import { writeLock } from './locks.ts';
import type { Mark, WriteMarks } from './write-marks.ts';
import { createWriteQueue } from './write-queue.ts';

/** Writes at once; the other connections of the pool are for reading. */
const writesAtOnce = 6;
/** How often a write is run that PostgreSQL aborts in favour of another. */
const runsMax = 3;
/** SQLSTATE of a serialization failure and of a deadlock: nothing of the write is left, and the next run may pass. */
const endedForAnother: ReadonlySet<unknown> = new Set(['40001', '40P01']);

export interface PostgresWriteParts {
  readonly writer: Kysely<Schema>;
  /** Where other processes listen, and what this one calls itself there. */
  readonly channel: string;
  readonly origin: string;
  /** Called with the tags of each write that is committed, or may be, before its caller gets the result. */
  readonly notifyAll: (tags: readonly string[]) => void;
  readonly marks: WriteMarks;
  readonly watch: SchemaWatch;
}

/** A lock key as the number that PostgreSQL locks. Two keys of one number only wait for each other needlessly. */
function lockKeyOf(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}

/**
 * Takes all locks of a write at its beginning and in one order, so that no two writes can deadlock; and leaves its mark in
 * the same statement, which saves a round trip. Resolves to how many steps the tables have been through: the transaction
 * has kept migrations away since before that statement, and does so to its end.
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

/** Whether the server itself said that the commit failed; else the connection was lost, and the outcome is unknown. */
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

/** The result of a write of which only the commit is missing. */
interface Done<T> {
  readonly result: T;
  readonly tags: readonly string[];
}

interface Attempt<T> {
  readonly work: (write: Write) => Promise<T>;
  readonly lockKeys: readonly string[] | undefined;
  readonly mark: Mark;
  done: Done<T> | undefined;
}

/**
 * Finds out whether a write whose commit ended with an error was committed all the same; then it resolves. Throws the
 * error, `unavailable` where nothing was written, `outcome-unknown` where that can't be known.
 */
async function settle({ mark }: Attempt<unknown>, error: unknown): Promise<void> {
  if (isRefusal(error)) throw error;
  const hasCommitted = await mark.hasCommitted();
  if (hasCommitted) return;
  throw (hasCommitted === false ? unavailable : outcomeUnknown)({ retryAfter: 1, cause: error });
}

/** Writes run side by side, except those that share a lock key: queued in this process, locked between processes. */
export function createPostgresWrite(parts: PostgresWriteParts): Storage['write'] {
  const { writer, channel, origin, notifyAll, marks, watch } = parts;
  const queue = createWriteQueue(writesAtOnce);

  async function runOnce<T>(attempt: Attempt<T>): Promise<Done<T>> {
    attempt.done = undefined;
    return writer.transaction().execute(async (db) => {
      const steps = await begin(db, attempt.mark, attempt.lockKeys);
      if (steps !== watch.seen) {
        watch.judge((await sql.raw<AppliedStep>(selectAppliedSteps).execute(db)).rows);
        watch.assertKnown();
      }
      const touched = new Set<string>();
      const result = await attempt.work({
        db,
        touch(...tags) {
          for (const tag of tags) touched.add(tag);
        },
      });
      const tags = [...touched];
      if (tags.length > 0) {
        await logAndNotify(tags, channel, noticeOf(origin, tags)).execute(db);
      }
      attempt.done = { result, tags };
      return attempt.done;
    });
  }

  async function run<T>(attempt: Attempt<T>): Promise<T> {
    try {
      const { result } = await again(() => runOnce(attempt));
      recordCommit();
      return result;
    } catch (error) {
      if (!attempt.done) throw error;
      await settle(attempt, error);
      recordCommit();
      return attempt.done.result;
    } finally {
      attempt.mark.release();
      // Also where the outcome is unknown: the rows may have changed.
      if (attempt.done) notifyAll(attempt.done.tags);
    }
  }

  return (work, { lockKeys } = {}) =>
    inQueue(
      'writes',
      queue(
        lockKeys,
        measureWait(() => run({ work, lockKeys, mark: marks.take(), done: undefined })),
      ),
    );
}
