import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { unavailable } from '../../../../platform/contract/problems.ts';
import { readPictureName } from '../../../../platform/text/own-picture.ts';
import { noRoom, type PictureFolder } from '../picture-folder.ts';
import { type BucketClient, BucketError } from './bucket-client.ts';
import { keyOf, keyPrefix, lastOf, othersOf, pictureNamed, typeOf } from './bucket-keys.ts';

/** The problem that an uploader gets when the store fails. */
function problemOf(cause: unknown): unknown {
  if (!(cause instanceof BucketError)) return cause;
  return unavailable({ message: noRoom, retryAfter: 60, cause });
}

/**
 * The site's pictures in a bucket; they are made in `local`. A bucket can't rename a folder atomically: each picture
 * has a file that is written last and marks it as complete.
 */
export function openPictureBucket(client: BucketClient, local: PictureFolder): PictureFolder {
  const put = (name: string, file: string, bytes: Buffer) =>
    client.put(keyOf(name, file), bytes, typeOf(file));

  async function putAll(name: string, bytesOf: (file: string) => Promise<Buffer | undefined>) {
    const picture = pictureNamed(name);
    async function putOne(file: string): Promise<void> {
      const bytes = await bytesOf(file);
      if (bytes) await put(name, file, bytes);
    }
    await Promise.all(othersOf(picture).map(putOne));
    await putOne(lastOf(picture));
  }

  async function read(name: string, file: string): Promise<Buffer | undefined> {
    const found = await client.get(keyOf(name, file));
    return found && buffer(found.stream());
  }

  return {
    receive: local.receive,
    tidy: local.tidy,

    async place({ folder }, name) {
      try {
        const last = keyOf(name, lastOf(pictureNamed(name)));
        if ((await client.sizeOf(last, 'writer')) !== undefined) return;
        await putAll(name, (file) => readFile(path.join(folder, file)));
      } catch (error) {
        throw problemOf(error);
      }
    },

    /**
     * Another person may upload the same picture at this moment, find it in the store and send nothing; they record
     * that it is theirs before that. So all files are removed before that record is looked up, and are written again
     * from memory if there is one.
     */
    async remove(name, isWanted) {
      const picture = pictureNamed(name);
      const files = [lastOf(picture), ...othersOf(picture)];
      const kept = new Map<string, Buffer>();
      for (const file of files) {
        const bytes = await read(name, file);
        if (bytes) kept.set(file, bytes);
      }
      for (const file of files) await client.remove(keyOf(name, file));
      if (kept.has(lastOf(picture)) && (await isWanted())) {
        await putAll(name, async (file) => kept.get(file));
      }
    },

    async read(name, file) {
      return readPictureName(name) && client.get(keyOf(name, file));
    },

    async sizeOf(name, file) {
      return readPictureName(name) && client.sizeOf(keyOf(name, file));
    },

    async probe() {
      await client.sizeOf(`${keyPrefix}probe`);
    },
  };
}

/** The site's pictures in a bucket, with those in the folder that aren't moved to it yet. */
export function withFolderBefore(bucket: PictureFolder, local: PictureFolder): PictureFolder {
  return {
    ...bucket,
    async remove(name, isWanted) {
      await local.remove(name, isWanted);
      await bucket.remove(name, isWanted);
    },
    read: async (name, file) => (await local.read(name, file)) ?? bucket.read(name, file),
    sizeOf: async (name, file) => (await local.sizeOf(name, file)) ?? bucket.sizeOf(name, file),
  };
}
