import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { badRequest, unavailable } from '../../../platform/contract/problems.ts';
import { readPictureName } from '../../../platform/text/own-picture.ts';
import { notAPicture, pictureBytesMax, pictureTooHeavy } from '../contract/pictures.ts';
import { kindBytes, reasonAgainstFile } from './picture-kind.ts';

/** Folder of uploads in progress; it can't be a picture's name. */
export const comingFolder = 'coming';
/** Milliseconds after which an upload in progress is stale: its process has died. */
const abandonedMs = 60 * 60_000;
/** Pictures are spread over folders by the first letters of their names, which keeps each folder small. */
export const prefixLength = 2;

/** An uploaded file that is being processed. */
export interface ComingPicture {
  readonly file: string;
  /** Empty at first; the rendered files go here. */
  readonly folder: string;
  /** Deletes both. */
  drop(): Promise<void>;
}

/** The files of the pictures, local or remote; a picture is either complete or absent. */
export interface PictureFolder {
  /** Throws a problem if the upload is refused; then nothing is left on disk. */
  receive(bytes: AsyncIterable<Uint8Array>): Promise<ComingPicture>;
  /** Moves the rendered files into place, unless the picture exists already. */
  place(coming: ComingPicture, name: string): Promise<void>;
  /** Removes a picture, unless `isWanted` then says that it has an owner. */
  remove(name: string, isWanted: () => Promise<boolean>): Promise<void>;
  /** One file, as a stream; undefined if it doesn't exist. */
  read(name: string, file: string): Promise<{ size: number; stream: () => Readable } | undefined>;
  /** Bytes of one file; undefined if it doesn't exist. */
  sizeOf(name: string, file: string): Promise<number | undefined>;
  /** Deletes what crashed processes left. */
  tidy(now: number): Promise<void>;
  /** Throws the reason if pictures can't be stored at the moment. */
  probe(): Promise<void>;
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** The disk is full or not writable. */
const diskTroubles: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EIO',
]);

export const noRoom = 'The site has no room for pictures at the moment. Please try again later.';

/** The problem that an uploader gets when the disk fails; other errors are returned unchanged. */
export function diskProblem(error: unknown): unknown {
  if (!diskTroubles.has(codeOf(error))) return error;
  return unavailable({
    message: noRoom,
    retryAfter: 60,
    cause: error,
  });
}

/** Error codes of `rename` onto an existing folder; Windows reports a permission error. */
const placeTaken: readonly string[] = [
  'EEXIST',
  'ENOTEMPTY',
  ...(process.platform === 'win32' ? ['EPERM'] : []),
];

/** Moves a folder into place, unless the target exists already. */
async function settle(folder: string, target: string): Promise<void> {
  await rename(folder, target).catch((error: unknown) => {
    if (!placeTaken.includes(codeOf(error))) throw error;
  });
}

async function* whileConnected(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (cause) {
    // The uploader has disconnected; no caller waits for this error.
    throw badRequest({ message: 'The picture did not arrive.', cause });
  }
}

/** Writes the file as it arrives; stops as soon as its first bytes are not a picture's. Only one chunk is in memory. */
async function write(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  let size = 0;
  let head = Buffer.alloc(0);
  function look(): void {
    const message = reasonAgainstFile(head);
    if (message) throw notAPicture({ message });
  }
  try {
    for await (const piece of whileConnected(bytes)) {
      const before = head.length;
      if (before < kindBytes) head = Buffer.concat([head, piece.subarray(0, kindBytes - before)]);
      if (before < kindBytes && head.length === kindBytes) look();
      size += piece.length;
      if (size > pictureBytesMax) throw pictureTooHeavy();
      await handle.writeFile(piece);
    }
    if (head.length < kindBytes) look();
  } finally {
    await handle.close();
  }
}

/** The site's pictures in a local folder, which all processes of the site share. */
export function openPictureFolder(root: string): PictureFolder {
  const coming = path.join(root, comingFolder);
  const placeOf = (name: string) => path.join(root, name.slice(0, prefixLength), name);
  const fileOf = (name: string, file: string) => path.join(placeOf(name), file);

  async function sizeOf(name: string, file: string): Promise<number | undefined> {
    if (!readPictureName(name)) return undefined;
    const found = await stat(fileOf(name, file)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    return found?.size;
  }

  return {
    async receive(bytes) {
      const own = path.join(coming, randomUUID());
      const drop = () => rm(own, { recursive: true, force: true });
      const picture = { file: path.join(own, 'file'), folder: path.join(own, 'made'), drop };
      try {
        await mkdir(picture.folder, { recursive: true, mode: 0o700 });
        await write(picture.file, bytes);
        return picture;
      } catch (error) {
        await drop().catch(() => {});
        throw diskProblem(error);
      }
    },

    async place({ folder }, name) {
      const target = placeOf(name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await settle(folder, target);
    },

    async remove(name, isWanted) {
      const away = path.join(coming, randomUUID());
      await mkdir(coming, { recursive: true, mode: 0o700 });
      const place = placeOf(name);
      try {
        // Otherwise `tidy` would take the moved folder for stale.
        await utimes(place, new Date(), new Date());
        await rename(place, away);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return;
        throw error;
      }
      let goes = false;
      try {
        // The same picture may have been uploaded again in the meantime, and found in place.
        goes = !(await isWanted());
      } finally {
        if (!goes) await settle(away, place);
        await rm(away, { recursive: true, force: true });
      }
    },

    sizeOf,

    async read(name, file) {
      const size = await sizeOf(name, file);
      if (size === undefined) return undefined;
      // With a known end the stream closes after its last byte, without another read.
      return { size, stream: () => createReadStream(fileOf(name, file), { end: size - 1 }) };
    },

    async probe() {
      await mkdir(coming, { recursive: true, mode: 0o700 });
      await access(coming, constants.W_OK);
    },

    async tidy(now) {
      const names = await readdir(coming).catch(() => []);
      for (const name of names) {
        const whole = path.join(coming, name);
        const found = await stat(whole).catch(() => undefined);
        if (found && now - found.mtimeMs > abandonedMs) {
          await rm(whole, { recursive: true, force: true });
        }
      }
    },
  };
}
