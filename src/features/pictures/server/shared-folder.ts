import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { RetentionRule } from '../../../storage/background/sweep.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';

/** Holds the folder's id; no picture has this name, and backups leave it out. */
export const markerFile = '.folder-id';
const minuteMs = 60_000;
/** A machine without a heartbeat for so long counts as gone. */
export const folderGoneMs = 3 * minuteMs;

export const folderRetention: readonly RetentionRule[] = [
  { table: 'upload_folders', key: ['id'], column: 'seen_at', keptMs: 60 * minuteMs },
];

/** The id of the folder; undefined if it has none yet. */
export function readFolderId(root: string): Promise<string | undefined> {
  return readFile(path.join(root, markerFile), 'utf8').then(
    (text) => text.trim() || undefined,
    () => undefined,
  );
}

/** The exclusive flag lets one of several concurrent processes create the id. */
async function makeFolderId(root: string): Promise<string | undefined> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await writeFile(path.join(root, markerFile), randomUUID(), { flag: 'wx', mode: 0o600 }).catch(
    () => {},
  );
  return readFolderId(root);
}

/** The machines that currently store pictures in another folder than this one. */
async function machinesElsewhere(
  db: Pick<Reader, 'selectFrom'>,
  id: string,
  now: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('upload_folders')
    .select(['id', 'machine'])
    .where('seen_at', '>', now - folderGoneMs)
    .orderBy('machine')
    .limit(20)
    .execute();
  return rows.filter((row) => row.id !== id).map(({ machine }) => machine);
}

interface WatchParts {
  readonly storage: Storage;
  readonly root: string;
  readonly onUnshared: (machines: readonly string[]) => void;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}

/** Records each minute which folder this process uses, and reports machines that use another one. */
export function watchSharedFolder(parts: WatchParts) {
  const { storage, root, onUnshared, onError, now = Date.now } = parts;
  let elsewhere: readonly string[] = [];

  async function look(): Promise<void> {
    const id = await makeFolderId(root);
    if (id === undefined) return;
    const row = { id, machine: hostname(), seen_at: now() };
    await storage.write(({ db }) =>
      db
        .insertInto('upload_folders')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute(),
    );
    const found = await machinesElsewhere(storage.writer, id, now());
    if (found.length > 0 && elsewhere.length === 0) onUnshared(found);
    elsewhere = found;
  }

  return {
    /** The machines whose pictures are missing here. */
    elsewhere: () => elsewhere,
    look,
    begin() {
      let running = look().catch(onError);
      const timer = setInterval(() => {
        running = look().catch(onError);
      }, minuteMs);
      return async () => {
        clearInterval(timer);
        await running;
      };
    },
  };
}
