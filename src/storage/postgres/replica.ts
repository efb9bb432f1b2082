import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../schema.ts';
import { type SchemaWatch, watchedDialect } from '../schema-watch.ts';
import { StorageError } from '../storage.ts';
import { createPool } from './pool.ts';

const catchUpDelayMs = 25;

export interface Replica {
  readonly reader: Kysely<Schema>;
  /** False from a commit until the replica has replayed it: reads go to the primary meanwhile. */
  readonly isCurrent: boolean;
  markBehind(): void;
  close(): Promise<void>;
}

interface ReplicaParts {
  readonly url: string;
  readonly primary: pg.Pool;
  readonly watch: SchemaWatch;
  readonly onConnectionError: (error: Error) => void;
}

async function assertReplica(reader: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ is_standby: boolean }>`
    select pg_is_in_recovery() as is_standby`.execute(reader);
  if (!rows[0]?.is_standby) {
    throw new StorageError(
      'DATABASE_REPLICA_URL names a server that is no replica. Point it at a streaming replica of DATABASE_URL, or leave it out.',
    );
  }
}

/**
 * A replica that is read only while it holds everything that this process knows to be committed.
 * Throws `StorageError` where the server is no replica.
 */
export async function openReplica({
  url,
  primary,
  watch,
  onConnectionError,
}: ReplicaParts): Promise<Replica> {
  const pool = createPool(url, onConnectionError);
  const reader = new Kysely<Schema>({
    dialect: watchedDialect(new PostgresDialect({ pool }), watch),
  });
  try {
    await assertReplica(reader);
  } catch (error) {
    await reader.destroy();
    throw error;
  }
  let commits = 0;
  let caughtUpWith = -1;
  let isWatching = false;
  let isClosed = false;

  async function catchUp(): Promise<void> {
    if (isWatching) return;
    isWatching = true;
    while (!isClosed && caughtUpWith !== commits) {
      const target = commits;
      try {
        const { rows } = await primary.query<{ lsn: string }>(
          'select pg_current_wal_lsn()::text as lsn',
        );
        const reply = await sql<{ has_replayed: boolean | null }>`
          select pg_last_wal_replay_lsn() >= ${rows[0]?.lsn}::pg_lsn as has_replayed`.execute(
          reader,
        );
        if (reply.rows[0]?.has_replayed) caughtUpWith = target;
      } catch (error) {
        onConnectionError(error instanceof Error ? error : new Error(String(error)));
      }
      if (caughtUpWith !== commits) await wait(catchUpDelayMs);
    }
    isWatching = false;
  }

  void catchUp();
  return {
    reader,
    get isCurrent() {
      return caughtUpWith === commits;
    },
    markBehind() {
      commits += 1;
      void catchUp();
    },
    async close() {
      isClosed = true;
      await reader.destroy();
    },
  };
}
