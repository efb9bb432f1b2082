import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../schema.ts';
import { type SchemaWatch, watchedDialect } from '../schema-watch.ts';
import { type ReplicaStatus, StorageError } from '../storage.ts';
import { failoverDialect } from './failover.ts';
import { createPool } from './pool.ts';
import { currentPosition, databaseIdentity, replayedPosition } from './replication-sql.ts';

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
  /**
   * Sends reads to the primary until the replica has replayed all current commits; with a position of the primary's log,
   * only if the replica isn't known to have replayed up to it.
   */
  markBehind(position?: number): void;
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

interface Primary {
  readonly position: number;
  readonly identity: string;
}

interface Standby {
  readonly is_standby: boolean;
  readonly position: number | null;
  readonly identity: string;
}

/** SQLSTATE of a missing permission. */
const notPermitted = '42501';

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
  /** Positions of the primary's log: what the replica must have replayed, and what it had at the last check. */
  let needed = 0;
  let replayed = 0;
  let lost: 'unreachable' | 'foreign' | undefined;
  /** What the replica must have in common with the primary. */
  let identity = databaseIdentity;
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

  const isCurrent = () => !lost && caughtUpWith === commits && replayed >= needed;

  function lose(error: unknown): void {
    if (!lost) leave(error);
  }

  /** Also while it is lost: a query that got no answer keeps its connection. */
  function leave(error: unknown): void {
    cut();
    const found = error instanceof NoReplicaError ? 'foreign' : 'unreachable';
    if (lost === found || isClosed) return;
    lost = found;
    isReported = true;
    since = Date.now();
    onChange(
      error instanceof NoReplicaError
        ? `${error.message} All reads go to the primary.`
        : `The replica of DATABASE_REPLICA_URL doesn't answer (${reasonOf(error)}): all reads go to the primary until it does.`,
      false,
    );
  }

  function judge(hasReplayed: boolean, target: number): void {
    const wasCurrent = isCurrent();
    if (lost) since = Date.now();
    lost = undefined;
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

  /** Without the permission for it, only the name of the database is compared. */
  function noteRefusal(error: unknown): void {
    if (error instanceof Error && 'code' in error && error.code === notPermitted)
      identity = 'current_database()::text';
  }

  /** The primary's position and identity; undefined without an answer. */
  async function askPrimary(): Promise<Primary | undefined> {
    const question = {
      text: `select ${currentPosition} as position, ${identity} as identity`,
      // Without it, a connection that was silently dropped would end the health checks.
      query_timeout: answersWithinMs,
    };
    try {
      return (await primary.query<Primary>(question)).rows[0];
    } catch (error) {
      // An unreachable primary says nothing about the replica; writes report that error.
      noteRefusal(error);
      return undefined;
    }
  }

  async function look(): Promise<void> {
    const target = commits;
    const asked = await askPrimary();
    if (!asked || isClosed) return;
    try {
      const { rows } = await within(
        sql<Standby>`
          select pg_is_in_recovery() as is_standby,
            ${sql.raw(replayedPosition)} as position, ${sql.raw(identity)} as identity`.execute(
          direct,
        ),
      );
      const [found] = rows;
      if (!found?.is_standby || found.identity !== asked.identity) throw new NoReplicaError();
      replayed = found.position ?? 0;
      judge(replayed >= asked.position, target);
    } catch (error) {
      noteRefusal(error);
      leave(error);
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
      if (isClosed || lost || isCurrent()) break;
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
    status: () => ({
      state: lost ?? (isCurrent() ? 'current' : 'behind'),
      since,
      caughtUpAt: replayedAt,
    }),
    markBehind(position) {
      const wasCurrent = isCurrent();
      if (position === undefined) commits += 1;
      // Assigned, not raised: a primary that was put in its place may be at an earlier one.
      else needed = position;
      if (isCurrent()) return;
      if (wasCurrent) since = Date.now();
      if (!lost) void follow();
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
      'DATABASE_REPLICA_URL names a server that is no replica of this database. Point it at a streaming replica of DATABASE_URL, or leave it out.',
    );
  }
}
