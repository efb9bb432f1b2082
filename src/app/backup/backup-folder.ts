import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../platform/files/sync-to-disk.ts';
import { backupName, finishedName, partName, readBackupName } from './backup-format.ts';

/** A backup in progress updates its folder's time this often; after a much longer silence its process is dead. */
const aliveMs = 30_000;
const abandonedMs = 10 * aliveMs;

export interface FoundBackup {
  readonly file: string;
  readonly madeAt: number;
  readonly bytes: number;
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The backups in a folder, newest first. A file gets its final name only after verification. */
export async function listBackups(folder: string): Promise<readonly FoundBackup[]> {
  const found: FoundBackup[] = [];
  for (const name of await namesIn(folder)) {
    const read = readBackupName(name);
    if (!read || read.isPart) continue;
    const file = path.join(folder, name);
    const stats = await stat(file).catch((error: unknown) => {
      // Another process has just deleted it to make room for a newer one.
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (stats) found.push({ file, madeAt: read.madeAt, bytes: stats.size });
  }
  return found.sort((one, other) => other.madeAt - one.madeAt);
}

/** Tolerance in milliseconds: a backup dated further ahead was named by a wrong clock. */
const aheadMs = 60 * 60_000;

export function isAhead({ madeAt }: Pick<FoundBackup, 'madeAt'>, now: number): boolean {
  return madeAt > now + aheadMs;
}

/**
 * Deletes all but the newest backups in a folder. Resolves to their number. A backup dated in the future counts as the
 * oldest: it would stay forever in place of newer ones otherwise.
 */
export async function keepNewest(folder: string, count: number): Promise<number> {
  const now = Date.now();
  const all = await listBackups(folder);
  const sorted = [
    ...all.filter((one) => !isAhead(one, now)),
    ...all.filter((one) => isAhead(one, now)),
  ];
  const old = sorted.slice(count);
  for (const { file } of old) await rm(file, { force: true });
  return old.length;
}

/** A backup in progress: all its files are in one work folder, whose name isn't that of a backup. */
export interface ComingBackup {
  readonly workFolder: string;
  /** Path of the archive being written. */
  readonly file: string;
  /** Gives the archive its final name; resolves to its path. */
  finish(): Promise<string>;
  /** Deletes the work folder, with an archive that isn't finished. */
  remove(): Promise<void>;
}

async function removeAbandoned(folder: string, now: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!readBackupName(name)?.isPart) continue;
    const part = path.join(folder, name);
    const found = await stat(part).catch(() => undefined);
    if (found && now - found.mtimeMs > abandonedMs) {
      await rm(part, { recursive: true, force: true });
    }
  }
}

/** Starts a backup in a folder, created with access for its owner only; deletes work folders of dead processes. */
export async function beginBackup(folder: string, madeAt: number): Promise<ComingBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder, Date.now());
  const name = backupName(madeAt, randomBytes(2).toString('hex'));
  const workFolder = path.join(folder, partName(name));
  await mkdir(workFolder, { mode: 0o700 });
  const alive = setInterval(() => {
    const now = new Date();
    utimes(workFolder, now, now).catch(() => {});
  }, aliveMs).unref();
  const file = path.join(workFolder, 'backup');
  return {
    workFolder,
    file,
    async finish() {
      const place = path.join(folder, finishedName(name));
      await rename(file, place);
      await syncFolder(folder);
      return place;
    },
    async remove() {
      clearInterval(alive);
      await rm(workFolder, { recursive: true, force: true });
    },
  };
}
