import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { isDiskFull } from '../../../../../storage/disk-full.ts';
import { importPartBytes, noRoomForImport, partOutOfPlace } from '../../../import-contract.ts';

/** Bytes that stay free on the disk: the database takes precedence over uploads. */
const freeBytesMin = 512 * 1_024 * 1_024;
/** Kept file extensions, by which readers recognize formats; other files get none. */
const endings = /\.(?:zip|xml|json|csv|md|markdown|html?|rss|atom|txt|ya?ml)$/i;

/** The uploaded import files until they are processed, readable only by the account of the process. */
export interface ImportFolder {
  /** Throws `no-room-for-import`. */
  assertRoom(bytes: number): Promise<void>;
  fileOf(id: string, fileName: string): string;
  /** Writes a part at its offset. Resolves to its length. Throws a problem if the part is refused. */
  write(
    file: string,
    offset: number,
    bytes: AsyncIterable<Uint8Array>,
    bytesMax: number,
  ): Promise<number>;
  /** Whether the whole file is on this machine. */
  isWhole(file: string, bytes: number): Promise<boolean>;
  remove(file: string): Promise<void>;
  /** Deletes all files but those of these imports. */
  tidy(ids: ReadonlySet<string>): Promise<void>;
}

export function openImportFolder(root: string): ImportFolder {
  return {
    async assertRoom(bytes) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(root);
      if (bavail * bsize < bytes + freeBytesMin) throw noRoomForImport();
    },
    fileOf: (id, fileName) =>
      path.join(root, `${id}${endings.exec(fileName)?.[0].toLowerCase() ?? ''}`),
    async write(file, offset, bytes, bytesMax) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const handle = await open(file, offset === 0 ? 'w' : 'r+', 0o600).catch(
        (error: NodeJS.ErrnoException) => {
          // The earlier parts are on another machine.
          throw error.code === 'ENOENT' ? partOutOfPlace() : error;
        },
      );
      let length = 0;
      try {
        for await (const piece of bytes) {
          length += piece.byteLength;
          if (length > Math.min(bytesMax, importPartBytes)) throw partOutOfPlace();
          await handle.write(piece, 0, piece.byteLength, offset + length - piece.byteLength);
        }
        // Flushed to disk before the row counts the bytes as received.
        await handle.datasync();
      } catch (error) {
        throw isDiskFull(error) ? noRoomForImport() : error;
      } finally {
        await handle.close();
      }
      return length;
    },
    async isWhole(file, bytes) {
      const found = await stat(file).catch(() => undefined);
      return found?.size === bytes;
    },
    remove: (file) => rm(file, { force: true }),
    async tidy(ids) {
      const names = await readdir(root).catch(() => []);
      for (const name of names) {
        const [id = ''] = name.split('.', 1);
        if (!ids.has(id)) await rm(path.join(root, name), { force: true });
      }
    },
  };
}
