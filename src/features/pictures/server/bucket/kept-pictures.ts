import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readPictureName } from '../../../../platform/text/own-picture.ts';
import { type BucketClient, BucketTrouble } from './bucket-client.ts';
import { keyOf, lastOf, othersOf, typeOf } from './bucket-keys.ts';

/** Of one file of a picture, in bytes: none that the site makes comes near it. */
const fileBytesMax = 32 * 1_024 * 1_024;
/** How often a file is fetched that breaks off before its end. */
const fetchesMax = 3;

async function readWhole(client: BucketClient, key: string): Promise<Buffer | undefined> {
  for (let tried = 1; ; tried += 1) {
    const found = await client.get(key, 'writer');
    if (!found) return undefined;
    if (found.size > fileBytesMax) {
      found.stream().destroy();
      throw new BucketTrouble(`${key} in the store of pictures is larger than any picture.`);
    }
    try {
      return await buffer(found.stream());
    } catch (cause) {
      if (tried < fetchesMax) continue;
      throw new BucketTrouble(`The store of pictures broke off in the middle of ${key}.`, {
        cause,
      });
    }
  }
}

/**
 * Fetches a picture's files for a backup: those of `files` that the store has. All of one picture at once, so that a store far away
 * doesn't make it long; no more are in memory than that. Throws `BucketTrouble`.
 */
export async function fetchFiles(
  client: BucketClient,
  name: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const all = await Promise.all(
    files.map(async (file) => [file, await readWhole(client, keyOf(name, file))] as const),
  );
  return new Map(all.flatMap(([file, bytes]) => (bytes ? [[file, bytes] as const] : [])));
}

/**
 * Puts the pictures of a folder, as a restore lays it out, into the store, each with the file last that says that all of it is there,
 * and takes them out of the folder. What is in the store already is left alone: a picture is named by its content. Resolves to
 * how many there were. Throws `BucketTrouble`; it can be begun again.
 */
export async function putPicturesBack(client: BucketClient, root: string): Promise<number> {
  let pictures = 0;
  for (const prefix of await readdir(root)) {
    for (const name of await readdir(path.join(root, prefix))) {
      const picture = readPictureName(name);
      if (!picture) continue;
      const folder = path.join(root, prefix, name);
      const there = new Set(await readdir(folder));
      const put = async (file: string) => {
        if (!there.has(file)) return;
        const bytes = await readFile(path.join(folder, file));
        const key = keyOf(name, file);
        if ((await client.sizeOf(key, 'writer')) === bytes.length) return;
        await client.put(key, bytes, typeOf(file));
      };
      await Promise.all(othersOf(picture).map(put));
      await put(lastOf(picture));
      await rm(folder, { recursive: true });
      pictures += 1;
    }
  }
  return pictures;
}
