import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DamagedStore } from './record.ts';

const ownFolder = 0o700;
const ownFile = 0o600;
const minuteMs = 60_000;
const userPrefix = 'user-';
const lockPrefix = 'lock-';
/** The most that `randomInt` takes. */
const userIdMax = 2 ** 48 - 1;
/** A store's folder: fingerprint and number. Other entries don't belong to the page cache. */
const storeName = /^[0-9a-f]{16}-\d+$/;

/** File systems that several machines may share (statfs(2)): NFS, SMB, CIFS, SMB2, 9P, Ceph, FUSE. */
const sharedFileSystems: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x00c36400, 0x65735546,
]);

/** Identifies the boot of the machine. */
function bootOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return String(Math.round((Date.now() - uptime() * 1_000) / minuteMs));
  }
}

const userFile = (folder: string, user: number) => path.join(folder, userPrefix + user);
const lockFile = (folder: string, user: number) => path.join(folder, lockPrefix + user);

async function usersOf(folder: string): Promise<readonly number[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.startsWith(userPrefix))
    .map((name) => Number(name.slice(userPrefix.length)));
}

/**
 * Locks a new file until the result is closed or the process ends, however it does: SQLite's lock is the system's. Only
 * SQLite may open the file, because a process loses its locks on a file when it closes it anywhere.
 */
function holdLock(file: string): DatabaseSync {
  writeFileSync(file, '', { mode: ownFile });
  const lock = new DatabaseSync(file);
  // Without the journal file, which would outlive the process.
  lock.exec('pragma journal_mode = memory; begin exclusive');
  return lock;
}

/**
 * Whether a user's process lives. Process ids don't tell: containers that share the folder have their own, and they are
 * reused.
 */
export function isAlive(folder: string, user: number): boolean {
  const file = lockFile(folder, user);
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { readOnly: true });
    lock.exec('select 1 from sqlite_schema');
    return false;
  } catch {
    return existsSync(file);
  } finally {
    lock?.close();
  }
}

async function removeUser(folder: string, user: number): Promise<void> {
  await rm(lockFile(folder, user), { force: true });
  await rm(userFile(folder, user), { force: true });
}

/** This process as a user of a store. */
export interface StoreUser {
  readonly id: number;
  leave(): Promise<void>;
}

/**
 * Registers this process as a user of a store, until it leaves in order. Throws `DamagedStore` if the machine crashed
 * while the store was in use, or if the folder is a copy of one in use: unsynced data may be older than synced data.
 */
export async function enterFolder(folder: string): Promise<StoreUser> {
  await mkdir(folder, { recursive: true, mode: ownFolder });
  const { dev, ino } = await stat(folder);
  const place = `${bootOf()} ${dev} ${ino}`;
  for (const user of await usersOf(folder)) {
    if (isAlive(folder, user)) continue;
    const known = await readFile(userFile(folder, user), 'utf8').catch(() => place);
    if (known !== place) throw new DamagedStore('The store was in use as its machine crashed.');
    await removeUser(folder, user);
  }
  const id = randomInt(userIdMax);
  const lock = holdLock(lockFile(folder, id));
  async function leave(): Promise<void> {
    if (lock.isOpen) lock.close();
    await removeUser(folder, id);
  }
  try {
    // Flushed, so that it survives a machine crash if any other data does.
    await writeFile(userFile(folder, id), place, { mode: ownFile, flush: true });
  } catch (error) {
    await leave();
    throw error;
  }
  return { id, leave };
}

/** Removes the stores in a folder that no process uses, except the one with a name. */
export async function removeUnusedStores(root: string, except?: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (name === except || !storeName.test(name)) continue;
    const folder = path.join(root, name);
    if ((await usersOf(folder)).some((user) => isAlive(folder, user))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/** The stores in a folder, each named by its fingerprint and a number. */
export class StoreFolders {
  readonly #root: string;
  readonly #fingerprint: string;

  constructor(root: string, fingerprint: string) {
    this.#root = root;
    this.#fingerprint = fingerprint;
  }

  folder(number: number): string {
    return path.join(this.#root, `${this.#fingerprint}-${number}`);
  }

  /** The number of the newest store; 0 if there is none. */
  async newest(): Promise<number> {
    const names = await readdir(this.#root).catch(() => []);
    const own = names.filter((name) => name.startsWith(`${this.#fingerprint}-`));
    return Math.max(0, ...own.map((name) => Number(name.slice(this.#fingerprint.length + 1)) || 0));
  }

  /** Creates the folder of all stores. Throws if it is on a network file system. */
  async make(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: ownFolder });
    const { type } = await statfs(this.#root);
    if (sharedFileSystems.has(type)) {
      throw new Error(`${this.#root} lies on a file system that machines may share.`);
    }
  }

  /** Removes all other stores that no process uses: those of other versions and settings, and abandoned ones. */
  async removeOthers(number: number): Promise<void> {
    await removeUnusedStores(this.#root, path.basename(this.folder(number)));
  }

  /** Available bytes on the disk, and its size. */
  async room(): Promise<{ readonly free: number; readonly all: number }> {
    const { bavail, blocks, bsize } = await statfs(this.#root);
    return { free: bavail * bsize, all: blocks * bsize };
  }
}
