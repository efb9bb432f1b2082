import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../platform/files/sync-to-disk.ts';
import { backupName, finishedName, partName, readBackupName } from './backup-format.ts';

/** What is on its way says so this often; what says nothing for much longer has lost its process. */
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

/** The backups in a folder, the newest first. A file has its final name only after it was verified. */
export async function listBackups(folder: string): Promise<readonly FoundBackup[]> {
  const found: FoundBackup[] = [];
  for (const name of await namesIn(folder)) {
    const read = readBackupName(name);
    if (!read || read.isPart) continue;
    const file = path.join(folder, name);
    const stats = await stat(file).catch((error: unknown) => {
      // Another process has just taken it away, to make room for a newer one.
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (stats) found.push({ file, madeAt: read.madeAt, bytes: stats.size });
  }
  return found.sort((one, other) => other.madeAt - one.madeAt);
}

/** Whatever is in its name, nothing was made later than this from now, in milliseconds: then the clock was wrong. */
const aheadMs = 60 * 60_000;

export function isAhead({ madeAt }: Pick<FoundBackup, 'madeAt'>, now: number): boolean {
  return madeAt > now + aheadMs;
}

/**
 * Keeps the newest of the backups in a folder, and removes the others. Resolves to how many those were. What a clock that was
 * wrong named counts as the oldest: else it would stay for ever, in the place of the one that was just made.
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

/** A backup on its way: all that it needs lies in one folder, which is no backup by its name. */
export interface ComingBackup {
  readonly workFolder: string;
  /** Where the backup is written to. */
  readonly file: string;
  /** Gives it the name of a good one; resolves to its place. */
  finish(): Promise<string>;
  /** Takes away everything that isn't a good backup. */
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

/** Begins a backup in a folder, which is made for its owner alone; takes away what processes that died have left. */
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
