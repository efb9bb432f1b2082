import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type AppliedStep, selectAppliedSteps } from '../applied-steps.ts';
import { createChangeListeners } from '../change-listeners.ts';
import { isMigrated, migrate } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { createSchemaWatch, watchedDialect } from '../schema-watch.ts';
import { everything, type Storage, StorageError } from '../storage.ts';
import type { OpeningOptions } from '../upgrade-hooks.ts';
import { createPostgresHistory, dropOldChanges } from './change-history.ts';
import { listenForChanges, noticeOf } from './changes.ts';
import { createPool } from './pool.ts';
import { openReplica, type Replica } from './replica.ts';
import { openSiblingChanges, type SiblingChanges } from './sibling-changes.ts';
import { createPostgresWrite } from './write.ts';
import { createWriteMarks, dropOldMarks } from './write-marks.ts';

/** With every value of `synchronous_commit` except `off`, a commit is on the server's disk when it is acknowledged. */
const insist = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`;

/** Server-wide settings that a session can't change, with the consequence of turning each off. */
const serverSettings: Readonly<Record<string, string>> = {
  fsync: 'a crash of its machine may lose what was acknowledged and damage the database',
  full_page_writes: 'a crash of its machine may damage the database',
};

/** Makes each commit of this pool wait until the server's log is on its disk. */
function durablePool(pool: pg.Pool): pg.Pool {
  // The first query on a connection runs before all others.
  pool.on('connect', (client) => void client.query(insist).catch(() => {}));
  return pool;
}

/** Warnings for the operator about server settings that may lose acknowledged writes. */
async function unsafeSettings(db: Kysely<Schema>): Promise<readonly string[]> {
  const names = Object.keys(serverSettings);
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where setting = 'off' and name in (${sql.join(names)})`.execute(
    db,
  );
  return rows.map(({ name }) => `PostgreSQL runs with ${name}=off: ${serverSettings[name]}.`);
}

export interface PostgresOptions extends OpeningOptions {
  readonly url: string;
  /** A streaming replica for reads; it is used while it has caught up with all known commits. */
  readonly replicaUrl?: string | undefined;
  /** A file on this machine through which processes of the same site exchange their commits. */
  readonly siblingsFile?: string | undefined;
  /** Called when an idle connection breaks and no caller waits for it. */
  readonly onConnectionError: (error: Error) => void;
  /** Called with a sentence when the replica is lost or far behind, and when it has recovered. */
  readonly onReplica?: ((sentence: string, isWell: boolean) => void) | undefined;
}

/** Notifications are missing, because the database doesn't answer or this process was suspended. */
class UnheardError extends StorageError {
  /** Reports to the HTTP server that it will pass. */
  readonly code = 'CHANGES_UNKNOWN';
  constructor() {
    super('Nobody knows what other processes have changed.');
  }
}

/** The time that a visitor who has just saved may wait for the notification. */
const catchUpWithinMs = 250;
const channel = 'content_hub_changes';

function unreachable(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  // If a host name has several addresses, the reasons are in the `errors` and the AggregateError has no message.
  const [first] = error instanceof AggregateError ? error.errors : [error];
  const reason = first instanceof Error ? first.message || first.name : String(first);
  return new StorageError(
    `The database of DATABASE_URL doesn't answer (${reason}). Check that PostgreSQL runs there and that the name and password are right.`,
    { cause: error },
  );
}

/** No timeout for migrations, nor for waiting until another process has migrated. */
async function migrateDatabase(options: PostgresOptions): Promise<void> {
  const { url, onConnectionError, onWarning, upgrade } = options;
  const pool = createPool(url, onConnectionError, {
    max: 1,
    statement_timeout: 0,
    // A plain client, which doesn't take the lock that blocks migrations.
    Client: pg.Client,
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(db);
    const count = await migrate(db, 'postgres', upgrade);
    // Processes of older versions then check the schema and detect that it is too new.
    if (count > 0)
      await sql`select pg_notify(${channel}, ${noticeOf('', [everything])})`.execute(db);
    await dropOldMarks(db);
    for (const sentence of await unsafeSettings(db)) onWarning?.(sentence);
  } finally {
    await db.destroy();
  }
}

/** The same id for all processes that share the file, without revealing its path. */
function nameOf(siblingsFile: string): string {
  return createHash('sha256').update(`${hostname()} ${siblingsFile}`).digest('base64url');
}

/** Whether the notifications arrived within the time limit. */
async function inTime(arrival: Promise<void>): Promise<boolean> {
  const timer = new AbortController();
  const tooLate = wait(catchUpWithinMs, false, { signal: timer.signal }).catch(() => false);
  const hasArrived = arrival.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([hasArrived, tooLate]);
  } finally {
    timer.abort();
  }
}

/** Uses another connection: the failed one may be inside an aborted transaction. */
async function poolSteps(pool: pg.Pool): Promise<readonly AppliedStep[]> {
  return (await pool.query<AppliedStep>(selectAppliedSteps)).rows;
}

/** Connects to PostgreSQL and creates or migrates the tables. Throws `StorageError` if the server can't be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Storage> {
  const { url, replicaUrl, siblingsFile, onConnectionError } = options;
  const listeners = createChangeListeners();
  const origin = randomUUID();
  let replica: Replica | undefined;
  let readSteps = async (): Promise<readonly AppliedStep[]> => [];
  const watch = createSchemaWatch(() => readSteps(), options.onNewerSchema);
  /** Monotonic time at which a `catchUp` that gave up last marked the replica. */
  let markedAt = Number.NEGATIVE_INFINITY;
  const feed = await migrateDatabase(options)
    .then(() =>
      listenForChanges({
        url,
        channel,
        origin,
        onTags(tags) {
          // Rare: after a migration, a lost connection, or a very large change.
          if (tags.includes(everything)) void watch.look();
          replica?.markBehind();
          listeners.notify(tags);
        },
        onPosition: replicaUrl ? (position) => replica?.markBehind(position) : undefined,
        onConnectionError,
      }),
    )
    .catch((error: unknown) => {
      throw unreachable(error);
    });
  const pool = durablePool(createPool(url, onConnectionError));
  readSteps = () => poolSteps(pool);
  const dialect = watchedDialect(new PostgresDialect({ pool }), watch);
  const writer = new Kysely<Schema>({ dialect });
  async function endWriter(): Promise<void> {
    await writer.destroy();
    // Kysely ends the pool only if it has used it.
    if (!pool.ending) await pool.end();
  }
  let siblings: SiblingChanges | undefined;
  try {
    if (siblingsFile) siblings = await openSiblingChanges(siblingsFile);
    if (replicaUrl)
      replica = await openReplica({
        url: replicaUrl,
        primary: pool,
        writer,
        watch,
        onChange: options.onReplica ?? (() => {}),
      });
  } catch (error) {
    siblings?.close();
    await feed.close();
    await endWriter();
    throw error;
  }

  const marks = createWriteMarks(writer);

  /** Publishes a commit of this process, to its siblings first: the next request to any of them must see it. */
  function notifyAll(tags: readonly string[]): void {
    replica?.markBehind();
    if (tags.length === 0) return;
    try {
      listeners.notify(siblings?.record(tags) ?? tags);
    } catch (error) {
      onConnectionError(error instanceof Error ? error : new Error(String(error)));
      listeners.notify(tags);
    }
  }

  return {
    engine: 'postgres',
    reader: replica?.reader ?? writer,
    writer,
    write: createPostgresWrite({ writer, dialect, channel, origin, notifyAll, marks, watch }),
    onChange: listeners.add,
    // A write that touches no tag is not announced to siblings, and their replica may lack it.
    node: replica || !siblingsFile ? origin : nameOf(siblingsFile),
    async catchUp() {
      const began = performance.now();
      if (await inTime(feed.catchUp())) return true;
      // Once for all who waited at the same time.
      if (markedAt < began) {
        markedAt = performance.now();
        replica?.markBehind();
      }
      return false;
    },
    changesSince: createPostgresHistory(writer),
    assertKnownSchema() {
      if (feed.isUpToDate()) return watch.assertKnown();
      // A process that was suspended may have missed the notification.
      return inTime(watch.look()).then(watch.assertKnown);
    },
    checkForChanges() {
      watch.assertKnown();
      if (!feed.isUpToDate()) throw new UnheardError();
      const tags = siblings?.next() ?? [];
      if (tags.length > 0) replica?.markBehind();
      listeners.notify(tags);
    },
    async assertReady() {
      await watch.look();
      if (!(await isMigrated(writer, 'postgres')))
        throw new StorageError('The database is not migrated.');
      const { rows } = await sql<{ is_standby: boolean }>`
        select pg_is_in_recovery() as is_standby`.execute(writer);
      if (rows[0]?.is_standby) throw new StorageError('The database can only be read.');
    },
    replicaStatus: () => replica?.status(),
    forgetDeleted: () => dropOldChanges(writer),
    async close() {
      marks.close();
      await feed.close();
      await replica?.close();
      await endWriter();
      siblings?.close();
    },
  };
}
