import { existsSync, statSync } from 'node:fs';
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../platform/files/sync-to-disk.ts';
import { copySqlite } from '../../storage/backup/copy-sqlite.ts';
import { databaseFile } from '../../storage/open-storage.ts';
import { StorageError } from '../../storage/storage.ts';
import type { Config } from '../config.ts';
import { inWords } from '../doctor/check-machine.ts';
import { BackupError } from './backup-format.ts';
import { makeBackup } from './make-backup.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'backups' | 'pictureBucket'>;

export interface UpgradeBackup {
  readonly place: Place;
  /** The migration before which the backup is made. */
  readonly step: string;
  readonly say: (line: string) => void;
  /** Free bytes of a folder's disk. */
  readonly freeIn?: (folder: string) => Promise<number>;
}

async function bytesFreeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Backs up a site before a migration rewrites its texts: a copy of the SQLite file, or an archive as by `npm run
 * backup` for PostgreSQL. One backup for each step: a repeated start replaces it. Throws `StorageError` where the disk
 * is too small or the backup fails; the database is unchanged then.
 */
export async function backUpBeforeUpgrade(backup: UpgradeBackup): Promise<string> {
  const { place, step, say } = backup;
  const { folder } = place.backups;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    say(`${step} writes all texts anew, so the database is backed up first …`);
    const file = await (place.databaseUrl ? keepRows(backup) : keepFile(backup));
    await syncFolder(folder);
    say(`The database as it was is in ${file} (${inWords((await stat(file)).size)}).`);
    return file;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const isPlain = cause instanceof BackupError || cause instanceof StorageError;
    throw new StorageError(
      `${isPlain ? reason : `${folder} can't take the backup before ${step} (${reason}). Name another folder by BACKUP_DIR.`} The database has not been changed.`,
      { cause },
    );
  }
}

function assertRoom(step: string, folder: string, needed: number, free: number): void {
  if (free >= needed) return;
  throw new StorageError(
    `There is no room for ${step}: it and the backup before it need ${inWords(needed)} in ${folder}, where ${inWords(free)} are free. Make room there, or name a folder on another disk by BACKUP_DIR, and start the site again.`,
  );
}

/** A plain copy that any version can open: a rollback only moves it back. */
async function keepFile({ place, step, freeIn = bytesFreeIn }: UpgradeBackup): Promise<string> {
  const { folder } = place.backups;
  const database = databaseFile(place.dataDir);
  const log = `${database}-wal`;
  const size = statSync(database).size + (existsSync(log) ? statSync(log).size : 0);
  // The database's log needs space for the step's writes: as much again.
  const isOneDisk = (await stat(folder)).dev === (await stat(place.dataDir)).dev;
  if (isOneDisk) assertRoom(step, folder, 2 * size, await freeIn(folder));
  else {
    assertRoom(step, folder, size, await freeIn(folder));
    assertRoom(step, place.dataDir, size, await freeIn(place.dataDir));
  }
  const file = path.join(folder, `before-${step}.sqlite`);
  const part = `${file}.part`;
  await rm(part, { force: true });
  try {
    await copySqlite(database, part);
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
  return file;
}

async function keepRows({ place, step, freeIn = bytesFreeIn }: UpgradeBackup): Promise<string> {
  const { dataDir, databaseUrl = '', pictureBucket, backups } = place;
  const { folder, keepsPictures } = backups;
  const needed = await archiveBytes(databaseUrl, pictureBucket && !keepsPictures);
  assertRoom(step, folder, needed, await freeIn(folder));
  const options = { dataDir, databaseUrl, pictureBucket, folder };
  const made = await makeBackup({
    ...options,
    ...(keepsPictures !== undefined && { keepsPictures }),
  });
  const [, endings = ''] = /^[^.]*(\..*)$/.exec(path.basename(made.file)) ?? [];
  const file = path.join(folder, `before-${step}${endings}`);
  await rename(made.file, file);
  return file;
}

/** Upper bound of an archive's size: the uncompressed rows and the pictures. */
async function archiveBytes(url: string, leavesPictures = false): Promise<number> {
  const { connectPostgres } = await import('../../storage/backup/postgres-client.ts');
  const client = await connectPostgres(url);
  try {
    const pictures = leavesPictures ? '0' : '(select coalesce(sum(bytes), 0) from pictures)';
    const { rows } = await client.query<{ bytes: string }>(
      `select pg_database_size(current_database()) + ${pictures} as bytes`,
    );
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}
