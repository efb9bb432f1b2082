import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import path from 'node:path';
import { DamagedStore } from './record.ts';

const ownFolder = 0o700;
const ownFile = 0o600;
const minuteMs = 60_000;
const userPrefix = 'user-';
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

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function pidsIn(folder: string): Promise<readonly number[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(userPrefix)).map((name) => Number(name.slice(5)));
}

/**
 * Registers this process as a user of a store, until it closes the store in order. Resolves to the process ids of dead
 * users. Throws `DamagedStore` if the machine crashed while the store was in use, or if the folder is a copy of one in
 * use: unsynced data may be older than synced data.
 */
export async function enterFolder(folder: string): Promise<readonly number[]> {
  await mkdir(folder, { recursive: true, mode: ownFolder });
  const { dev, ino } = await stat(folder);
  const place = `${bootOf()} ${dev} ${ino}`;
  const dead: number[] = [];
  for (const pid of await pidsIn(folder)) {
    const file = path.join(folder, userPrefix + pid);
    const known = await readFile(file, 'utf8').catch(() => place);
    if (known !== place) throw new DamagedStore('The store was in use as its machine crashed.');
    if (isAlive(pid)) continue;
    dead.push(pid);
    if (pid !== process.pid) await rm(file, { force: true });
  }
  // Flushed, so that it survives a machine crash if any other data does.
  const own = path.join(folder, userPrefix + process.pid);
  await writeFile(own, place, { mode: ownFile, flush: true });
  return dead;
}

/** Unregisters this process as a user of a store. */
export async function leaveFolder(folder: string): Promise<void> {
  await rm(path.join(folder, userPrefix + process.pid), { force: true });
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
    const own = path.basename(this.folder(number));
    for (const name of await readdir(this.#root).catch(() => [])) {
      if (name === own || !storeName.test(name)) continue;
      const folder = path.join(this.#root, name);
      if ((await pidsIn(folder)).some(isAlive)) continue;
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Available bytes on the disk, and its size. */
  async room(): Promise<{ readonly free: number; readonly all: number }> {
    const { bavail, blocks, bsize } = await statfs(this.#root);
    return { free: bavail * bsize, all: blocks * bsize };
  }
}
