import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../schema.ts';
import { type SchemaWatch, watchedDialect } from '../schema-watch.ts';
import { type ReplicaStatus, StorageError } from '../storage.ts';
import { failoverDialect } from './failover.ts';
import { createPool } from './pool.ts';

const catchUpDelayMs = 25;
/** Interval of health checks, also while the replica is lost. */
const beatMs = 1_000;
/**
 * After this timeout a query goes to the primary, which leaves the primary the same time before a visitor has waited 2
 * s.
 */
const answersWithinMs = 1_000;
/** The operator is warned when the replica lags by this time. */
const longBehindMs = 10_000;

export interface Replica {
  /** Reads from the replica while it holds every commit that this process knows of, else from the primary. */
  readonly reader: Kysely<Schema>;
  status(): ReplicaStatus;
  /** Sends reads to the primary until the replica has replayed all current commits. */
  markBehind(): void;
  close(): Promise<void>;
}

interface ReplicaParts {
  readonly url: string;
  readonly primary: pg.Pool;
  /** Queries on the server of `primary`, for reads. */
  readonly writer: Kysely<Schema>;
  readonly watch: SchemaWatch;
  /** Called with a sentence for the operator when the replica is lost, far behind, or has recovered. */
  readonly onChange: (sentence: string, isWell: boolean) => void;
}

const reasonOf = (error: unknown) => (error instanceof Error && error.message) || String(error);

/** A pool whose connections can all be destroyed, answered or not: a stopped server closes none of them. */
function createCuttablePool(url: string, onError: (error: Error) => void) {
  const sockets = new Set<Socket>();
  const pool = createPool(url, onError, {
    stream() {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { pool, cut };
}

async function within<T>(answer: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const silence = wait(answersWithinMs, undefined, { signal: timer.signal }).then(() => {
    throw new StorageError(`no answer within ${answersWithinMs} ms`);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    timer.abort();
    silence.catch(() => {});
  }
}

/**
 * A replica that is read only while it answers and holds every commit that this process knows of. It works as a circuit
 * breaker that each health check tries to close. Throws `StorageError` if the server is no replica.
 */
export async function openReplica(parts: ReplicaParts): Promise<Replica> {
  const { url, primary, writer, watch, onChange } = parts;
  const { pool, cut } = createCuttablePool(url, (error) => lose(error));
  const direct = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  let commits = 0;
  let caughtUpWith = -1;
  let isLost = false;
  let since = Date.now();
  /**
   * Time of the last check at which the replica had replayed the primary's log position. Under constant writes reads
   * may still go to the primary.
   */
  let replayedAt = Date.now();
  /** Whether the current problem was reported to the operator. */
  let isReported = false;
  let isFollowing = false;
  let isClosed = false;

  const isCurrent = () => !isLost && caughtUpWith === commits;

  function lose(error: unknown): void {
    if (isLost || isClosed) return;
    isLost = true;
    isReported = true;
    since = Date.now();
    onChange(
      `The replica of DATABASE_REPLICA_URL doesn't answer (${reasonOf(error)}): all reads go to the primary until it does.`,
      false,
    );
    // Also aborts pending queries.
    cut();
  }

  function judge(hasReplayed: boolean, target: number): void {
    const wasCurrent = isCurrent();
    if (isLost) since = Date.now();
    isLost = false;
    caughtUpWith = hasReplayed ? target : -1;
    if (isCurrent() !== wasCurrent) since = Date.now();
    if (hasReplayed) replayedAt = Date.now();
    if (isCurrent() && isReported) {
      isReported = false;
      onChange('The replica of DATABASE_REPLICA_URL answers and has caught up.', true);
    } else if (!isReported && Date.now() - replayedAt > longBehindMs) {
      isReported = true;
      onChange(
        'The replica of DATABASE_REPLICA_URL is far behind: reads go to the primary.',
        false,
      );
    }
  }

  async function look(): Promise<void> {
    const target = commits;
    // An unreachable primary says nothing about the replica; writes report that error.
    const asked = await primary
      .query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
      .catch(() => undefined);
    if (!asked || isClosed) return;
    try {
      const { rows } = await within(
        sql<{ is_standby: boolean; has_replayed: boolean | null }>`
          select pg_is_in_recovery() as is_standby,
            pg_last_wal_replay_lsn() >= ${asked.rows[0]?.lsn}::pg_lsn as has_replayed`.execute(
          direct,
        ),
      );
      if (!rows[0]?.is_standby) throw new NoReplicaError();
      judge(rows[0].has_replayed === true, target);
    } catch (error) {
      lose(error);
      if (error instanceof NoReplicaError) throw error;
    }
  }

  /** Polls until the replica has caught up; once only while it is lost. */
  async function follow(): Promise<void> {
    if (isFollowing) return;
    isFollowing = true;
    let delayMs = catchUpDelayMs;
    for (;;) {
      await look().catch(() => {});
      if (isClosed || isLost || isCurrent()) break;
      await wait(delayMs);
      delayMs = Math.min(delayMs * 2, beatMs);
    }
    isFollowing = false;
  }

  try {
    await look();
  } catch (error) {
    isClosed = true;
    await direct.destroy();
    throw error;
  }
  void follow();
  const beat = setInterval(() => void follow(), beatMs);
  const reader = new Kysely<Schema>({
    dialect: watchedDialect(
      failoverDialect(writer, {
        isCurrent,
        ask: (query) => within(direct.executeQuery(query)),
        lose,
      }),
      watch,
    ),
  });

  return {
    reader,
    status: () => ({ state: isLost ? 'unreachable' : isCurrent() ? 'current' : 'behind', since }),
    markBehind() {
      if (isCurrent()) since = Date.now();
      commits += 1;
      if (!isLost) void follow();
    },
    async close() {
      isClosed = true;
      clearInterval(beat);
      cut();
      await direct.destroy();
    },
  };
}

class NoReplicaError extends StorageError {
  constructor() {
    super(
      'DATABASE_REPLICA_URL names a server that is no replica. Point it at a streaming replica of DATABASE_URL, or leave it out.',
    );
  }
}
