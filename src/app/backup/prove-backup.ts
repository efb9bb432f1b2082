import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { quoted } from '../../storage/backup/kept-tables.ts';
import { tallyOf } from '../../storage/backup/row-source.ts';
import type { RowTarget } from '../../storage/backup/row-target.ts';
import { createSqliteTarget } from '../../storage/backup/sqlite-target.ts';
import { notInBackups } from '../features.ts';
import { type About, BackupError, type Manifest } from './backup-format.ts';
import { type ReadBackup, readArchive } from './restore/read-archive.ts';

/**
 * Age after which a scratch database counts as abandoned: a live process stays connected to its own, and PostgreSQL
 * doesn't drop a database with connections.
 */
const abandonedMs = 10 * 60_000;

/** The engine of the test restore. */
export type ProvedIn = 'sqlite' | 'postgres';

interface Scratch {
  readonly provedIn: ProvedIn;
  readonly open: (last: string) => Promise<RowTarget>;
  readonly remove: () => Promise<void>;
}

function sqliteScratch(workFolder: string): Scratch {
  const file = path.join(workFolder, `scratch-${randomBytes(4).toString('hex')}.sqlite`);
  return {
    provedIn: 'sqlite',
    open: (last) => createSqliteTarget(file, last, notInBackups),
    // Deleted with its folder.
    async remove() {},
  };
}

/** A scratch database on the site's server, where its role may create one; undefined otherwise. */
async function postgresScratch(url: string): Promise<Scratch | undefined> {
  const { connectPostgres, otherDatabase } = await import(
    '../../storage/backup/postgres-client.ts'
  );
  const client = await connectPostgres(url);
  try {
    const { rows: may } = await client.query(
      'select current_database() as site from pg_roles where rolname = current_user and (rolcreatedb or rolsuper)',
    );
    if (may.length === 0) return undefined;
    const site = createHash('sha256').update(String(may[0].site)).digest('hex').slice(0, 8);
    const beginning = `content_hub_trial_${site}_`;
    const { rows: others } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [beginning],
    );
    for (const { name } of others) {
      const begunAt = Number.parseInt(name.slice(beginning.length), 36);
      if (Date.now() - begunAt < abandonedMs) continue;
      await client.query(`drop database if exists ${quoted(name)}`).catch(() => {});
    }
    const time = Date.now().toString(36);
    const name = `${beginning}${time}_${randomBytes(2).toString('hex')}`;
    await client.query(`create database ${quoted(name)} template template0`);
    return {
      provedIn: 'postgres',
      async open(last) {
        const { createPostgresTarget } = await import('../../storage/backup/postgres-target.ts');
        return createPostgresTarget(otherDatabase(url, name), 'public', last, notInBackups);
      },
      async remove() {
        const again = await connectPostgres(url);
        await again.query(`drop database if exists ${quoted(name)} with (force)`);
        await again.end();
      },
    };
  } finally {
    await client.end();
  }
}

export interface ProofOptions {
  /** Empty or nearly so; the caller that created it deletes it. */
  readonly workFolder: string;
  readonly databaseUrl?: string | undefined;
}

/**
 * Restores a backup into a scratch database, and compares its rows with the manifest. Throws `BackupError` for a
 * difference.
 */
export async function proveBackup(
  file: string,
  { workFolder, databaseUrl }: ProofOptions,
): Promise<ReadBackup & { readonly provedIn: ProvedIn }> {
  const scratch =
    (databaseUrl ? await postgresScratch(databaseUrl) : undefined) ?? sqliteScratch(workFolder);
  try {
    return { ...(await putBack(file, scratch.open)), provedIn: scratch.provedIn };
  } finally {
    await scratch.remove();
  }
}

async function putBack(file: string, open: Scratch['open']): Promise<ReadBackup> {
  let target: RowTarget | undefined;
  try {
    const read = await readArchive(file, {
      async onAbout(about) {
        target = await open(lastStep(about));
      },
      onRows: (table, rows) => insertInto(target, table, rows),
    });
    await target?.finish();
    if (target) await compareTarget(target, read.manifest);
    return read;
  } finally {
    await target?.close();
  }
}

export function lastStep({ steps }: About): string {
  const last = steps.at(-1);
  if (last === undefined) throw new BackupError('The backup is of a database without tables.');
  return last;
}

export async function insertInto(
  target: RowTarget | undefined,
  name: string,
  rows: Parameters<RowTarget['insert']>[1],
): Promise<void> {
  const table = target?.source.tables.find((one) => one.name === name);
  const width = table?.columns.length;
  if (!table || rows.some((row) => row.length !== width)) {
    throw new BackupError(`The rows of ${name} don't fit this version. Take another backup.`);
  }
  await target?.insert(table, rows);
}

/** Throws where the database's tables and rows differ from the manifest. */
export async function compareTarget({ source }: RowTarget, manifest: Manifest): Promise<void> {
  const names = (tables: readonly { readonly name: string }[]) =>
    tables.map(({ name }) => name).join(', ');
  if (names(source.tables) !== names(manifest.tables)) {
    throw new BackupError(
      `The tables are ${names(source.tables)}, and were ${names(manifest.tables)}.`,
    );
  }
  for (const table of source.tables) {
    const was = manifest.tables.find(({ name }) => name === table.name);
    const is = await tallyOf(source, table);
    const isAlike =
      was?.columns.join() === table.columns.join() &&
      was.rows === is.rows &&
      was.digest === is.digest;
    if (!isAlike) {
      throw new BackupError(
        `What came back of ${table.name} (${is.rows} rows) is not what was written (${was?.rows} rows).`,
      );
    }
  }
}
