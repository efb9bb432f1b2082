import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Bytes of all that are kept: some 4,000 pictures. The ones that nobody has asked for longest go. */
const bytesMax = 256 * 1_024 * 1_024;

/** Pictures to share that were drawn, in a folder beside the database. They can be drawn anew: no backup has them. */
export function openShareStore(folder: string) {
  const fileOf = (name: string) => path.join(folder, `${name}.jpg`);
  return {
    /** Undefined where it isn't drawn yet. */
    async find(name: string): Promise<Buffer | undefined> {
      const file = fileOf(name);
      const found = await readFile(file).catch(() => undefined);
      const now = new Date();
      if (found) await utimes(file, now, now).catch(() => {});
      return found;
    },
    /** Whole or not at all. */
    async keep(name: string, jpeg: Uint8Array): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const coming = path.join(folder, `${randomUUID()}.coming`);
      await writeFile(coming, jpeg, { mode: 0o600 });
      await rename(coming, fileOf(name));
    },
    /** Drops what has been asked for least lately, as far as there is too much. */
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
