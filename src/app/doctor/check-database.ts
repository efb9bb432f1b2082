import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  type AppliedStep,
  selectAppliedSteps,
  sqliteAppliedSteps,
} from '../../storage/applied-steps.ts';
import { postgresSteps, sqliteSteps } from '../../storage/backup/row-source.ts';
import { incompatibleSteps, stepNames } from '../../storage/migrate.ts';
import { databaseFile } from '../../storage/open-storage.ts';
import { databaseIdentity } from '../../storage/postgres/replication-sql.ts';
import type { Config } from '../config.ts';
import { inWords } from './check-machine.ts';
import { type Found, fail, ok, reasonOf, warn } from './finding.ts';

const oldestPostgres = 15;
/** Signatures, sign-ins and authenticator codes tolerate this clock drift. */
const driftOkMs = 2_000;
const driftFailMs = 30_000;
/** Bytes that a busy primary may write during the check. */
const farBehindBytes = 1_024 * 1_024;

export function checkDrift(milliseconds: number, other: string): Found {
  const by = `This machine's clock and ${other} differ by ${(milliseconds / 1_000).toFixed(1)} s`;
  const advice = 'Have the clock set by the network (systemd-timesyncd, chrony).';
  const drift = Math.abs(milliseconds);
  if (drift <= driftOkMs) return ok(by);
  return drift > driftFailMs ? fail(by, advice) : warn(by, advice);
}

async function checkSteps(
  steps: readonly string[],
  readApplied: () => Promise<readonly AppliedStep[]>,
): Promise<Found> {
  const newer = steps.filter((step) => !stepNames.includes(step));
  if (newer.length > 0) {
    const found = `It was made by a newer version (${newer.join(', ')})`;
    const isCompatible = incompatibleSteps(await readApplied()).length === 0;
    return isCompatible
      ? ok(`${found}, beside which this one works`)
      : fail(found, 'Update the program.');
  }
  const missing = stepNames.filter((step) => !steps.includes(step));
  if (steps.length === 0) return ok('It is empty: the first start makes its tables');
  if (missing.length > 0) {
    return warn(
      `${missing.length} migrations wait for the next start (${missing.join(', ')})`,
      'npm run backup first; then start the site.',
    );
  }
  return ok(`Its tables are of this version (${stepNames.at(-1)})`);
}

/** Checks the database, read-only. */
export async function checkDatabase({ dataDir, databaseUrl }: Config): Promise<readonly Found[]> {
  return databaseUrl ? checkPostgres(databaseUrl) : checkSqlite(databaseFile(dataDir));
}

async function checkSqlite(file: string): Promise<readonly Found[]> {
  if (!existsSync(file)) {
    return [warn(`${file} isn't there`, 'Is DATA_DIR right? If so, the first start makes it.')];
  }
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    const steps = await checkSteps(sqliteSteps(database), async () => sqliteAppliedSteps(database));
    const found = String(database.prepare('pragma integrity_check(1)').get()?.integrity_check);
    const size = inWords(statSync(file).size);
    const state =
      found === 'ok'
        ? ok(`SQLite ${process.versions.sqlite}, ${size}, sound in every page`)
        : fail(
            `It is damaged: ${found.replaceAll('\n', ' ')}`,
            'Stop the site and put the newest backup back: npm run restore -- <file> --replace',
          );
    return [state, steps];
  } finally {
    database.close();
  }
}

/** Checks what the replica is of, and the replication lag. */
export async function checkReplica({ databaseUrl, replicaUrl }: Config): Promise<readonly Found[]> {
  if (!databaseUrl || !replicaUrl) return [];
  const { connectPostgres } = await import('../../storage/backup/postgres-client.ts');
  const ask = async (url: string, query: string, values: readonly unknown[] = []) => {
    const client = await connectPostgres(url);
    try {
      const { rows } = await client.query<Record<string, unknown>>(query, [...values]);
      return rows[0];
    } finally {
      await client.end();
    }
  };
  const asked = await ask(databaseUrl, 'select pg_current_wal_lsn()::text as lsn');
  let replica: Awaited<ReturnType<typeof ask>>;
  try {
    replica = await ask(
      replicaUrl,
      `select pg_is_in_recovery() as is_standby,
         pg_wal_lsn_diff($1, pg_last_wal_replay_lsn())::bigint as behind`,
      [asked?.lsn],
    );
  } catch (error) {
    return [
      warn(
        `The replica doesn't answer (${reasonOf(error instanceof Error ? (error.cause ?? error) : error)}): all reads go to the primary`,
        'Is it running, and does DATABASE_REPLICA_URL name it? The site comes back to it by itself.',
      ),
    ];
  }
  const identityAt = (url: string) =>
    ask(url, `select ${databaseIdentity} as identity`).catch(() => undefined);
  const [own, other] = [await identityAt(databaseUrl), await identityAt(replicaUrl)];
  if (!replica?.is_standby || (own && other && own.identity !== other.identity)) {
    return [
      fail(
        'DATABASE_REPLICA_URL names a server that is no replica of this database: the site doesn’t start with it',
        'Point it at a streaming replica of DATABASE_URL, or leave it out.',
      ),
    ];
  }
  const bytes = Math.max(0, Number(replica.behind));
  if (bytes <= farBehindBytes) return [ok(`The replica is ${inWords(bytes)} behind`)];
  return [
    warn(
      `The replica is ${inWords(bytes)} behind: reads go to the primary until it has caught up`,
      'Look into its log, and at pg_stat_replication of the primary.',
    ),
  ];
}

async function checkPostgres(url: string): Promise<readonly Found[]> {
  const { connectPostgres } = await import('../../storage/backup/postgres-client.ts');
  let client: Awaited<ReturnType<typeof connectPostgres>>;
  try {
    client = await connectPostgres(url);
  } catch (error) {
    return [
      fail(
        `PostgreSQL doesn't let the site in (${reasonOf(error)})`,
        'Is it running, and does DATABASE_URL name its host, port, database, user and password? Without it the site can show nothing.',
      ),
    ];
  }
  try {
    const asked = Date.now();
    const { rows } = await client.query<{
      version: string;
      number: number;
      now: number;
      bytes: number;
      standby: boolean;
      off: string | null;
    }>(
      `select current_setting('server_version') as version,
         current_setting('server_version_num')::int as number,
         (extract(epoch from clock_timestamp()) * 1000)::bigint as now,
         pg_database_size(current_database()) as bytes,
         pg_is_in_recovery() as standby,
         (select string_agg(name, ', ') from pg_settings
          where setting = 'off' and name in ('fsync', 'full_page_writes')) as off`,
    );
    const [server] = rows;
    if (!server) return [fail('It says nothing of itself', 'Look into the log of PostgreSQL.')];
    // The server's clock was read between request and reply: compare it with the midpoint.
    const drift = server.now - (asked + Date.now()) / 2;
    const name = `PostgreSQL ${server.version}, ${inWords(server.bytes)}`;
    return [
      server.number < oldestPostgres * 10_000
        ? fail(name, `The site needs PostgreSQL ${oldestPostgres} or newer.`)
        : ok(name),
      ...(server.standby
        ? [fail('It can only be read', 'DATABASE_URL names a replica: name the server itself.')]
        : []),
      ...(server.off
        ? [warn(`It runs with ${server.off} off`, 'A crash of its machine may lose what was kept.')]
        : []),
      await checkSteps(await postgresSteps(client), async () => {
        return (await client.query<AppliedStep>(selectAppliedSteps)).rows;
      }),
      checkDrift(drift, "PostgreSQL's"),
    ];
  } finally {
    await client.end();
  }
}
