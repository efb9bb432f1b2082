import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Maximum size of the cache in bytes: some 4,000 pictures. The least recently used are deleted. */
const bytesMax = 256 * 1_024 * 1_024;

/** A cache of drawn pictures, in a folder beside the database. They can be drawn again, so backups leave them out. */
export function openShareStore(folder: string) {
  const fileOf = (name: string) => path.join(folder, `${name}.jpg`);
  return {
    /** Undefined if it isn't drawn yet. */
    async find(name: string): Promise<Buffer | undefined> {
      const file = fileOf(name);
      const found = await readFile(file).catch(() => undefined);
      const now = new Date();
      if (found) await utimes(file, now, now).catch(() => {});
      return found;
    },
    /** Writes the file atomically. */
    async keep(name: string, jpeg: Uint8Array): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const coming = path.join(folder, `${randomUUID()}.coming`);
      await writeFile(coming, jpeg, { mode: 0o600 });
      await rename(coming, fileOf(name));
    },
    /** Deletes the least recently used pictures beyond the maximum size. */
    async sweep(max = bytesMax): Promise<void> {
      const names = await readdir(folder).catch(() => []);
      const files: { file: string; size: number; usedAt: number }[] = [];
      for (const name of names) {
        const file = path.join(folder, name);
        const found = await stat(file).catch(() => undefined);
        if (found) files.push({ file, size: found.size, usedAt: found.mtimeMs });
      }
      let room = max;
      for (const { file, size } of files.toSorted((a, b) => b.usedAt - a.usedAt)) {
        room -= size;
        if (room < 0) await rm(file, { force: true });
      }
    },
  };
}

export type ShareStore = ReturnType<typeof openShareStore>;
