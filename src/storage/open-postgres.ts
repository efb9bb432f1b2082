import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { createChangeListeners } from './change-listeners.ts';
import { isMigrated, migrate } from './migrate.ts';
import { openReplica } from './postgres-replica.ts';
import { listenForChanges } from './postgres-changes.ts';
import type { Schema } from './schema.ts';
import type { Storage } from './storage.ts';
import { StorageError } from './storage-error.ts';

export interface PostgresOptions {
  readonly url: string;
  /** A streaming replica for reads; it is used while it has caught up with what was committed. */
  readonly replicaUrl?: string | undefined;
  /** Told of connections that break while idle, which nobody waits for. */
  readonly onConnectionError: (error: Error) => void;
}

/** PostgreSQL gives up on a statement after this long; nothing the site asks for takes a tenth of it. */
const statementTimeoutMs = 2_000;
const connectionTimeoutMs = 2_000;
const poolSize = 10;
const channel = 'content_hub_changes';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A pool with the site's time-outs; a server that stops must not end the process. */
export function createPool(url: string, onConnectionError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
  });
  pool.on('error', onConnectionError);
  pool.on('connect', (client) => client.on('error', onConnectionError));
  return pool;
}

/** Connects to PostgreSQL and makes or migrates the database. Throws `StorageError` when it can't be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Storage> {
  const pool = createPool(options.url, options.onConnectionError);
  const writer = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(writer);
    await migrate(writer, 'postgres');
  } catch (error) {
    await writer.destroy();
    if (error instanceof StorageError) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StorageError(
      `The database of DATABASE_URL doesn't answer (${reason}). Check that PostgreSQL runs there and that the name and password are right.`,
      { cause: error },
    );
  }
  const listeners = createChangeListeners();
  const origin = randomUUID();
  const replica = options.replicaUrl
    ? openReplica(options.replicaUrl, pool, options.onConnectionError)
    : undefined;
  const feed = await listenForChanges({
    url: options.url,
    channel,
    origin,
    onTags(tags) {
      replica?.markBehind();
      listeners.tell(tags);
    },
    onConnectionError: options.onConnectionError,
  });

  return {
    engine: 'postgres',
    get reader() {
      return replica?.isCurrent ? replica.reader : writer;
    },
    writer,
    async write(work) {
      const touched = new Set<string>();
      const result = await writer.transaction().execute(async (db) => {
        const value = await work({ db, touch: (...tags) => tags.forEach((tag) => touched.add(tag)) });
        if (touched.size > 0) {
          const notice = JSON.stringify({ origin, tags: [...touched] });
          await sql`select pg_notify(${channel}, ${notice})`.execute(db);
        }
        return value;
      });
      replica?.markBehind();
      listeners.tell([...touched]);
      return result;
    },
    onChange: listeners.add,
    checkForChanges() {},
    async assertReady() {
      if (!(await isMigrated(writer))) throw new StorageError('The database is not migrated.');
      const { rows } = await sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(writer);
      if (rows[0]?.is_standby) throw new StorageError('The database can only be read.');
    },
    async close() {
      await feed.close();
      await replica?.close();
      await writer.destroy();
    },
  };
}
