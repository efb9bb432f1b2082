import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readPictureName } from '../../../../platform/text/own-picture.ts';
import { type BucketClient, BucketError } from './bucket-client.ts';
import { keyOf, lastOf, othersOf, typeOf } from './bucket-keys.ts';

/** Maximum bytes of one file: well above what the site makes. */
const fileBytesMax = 32 * 1_024 * 1_024;
/** Attempts to fetch a file whose stream breaks off. */
const fetchesMax = 3;

async function readWhole(client: BucketClient, key: string): Promise<Buffer | undefined> {
  for (let tried = 1; ; tried += 1) {
    const found = await client.get(key, 'writer');
    if (!found) return undefined;
    if (found.size > fileBytesMax) {
      found.stream().destroy();
      throw new BucketError(`${key} in the store of pictures is larger than any picture.`);
    }
    try {
      return await buffer(found.stream());
    } catch (cause) {
      if (tried < fetchesMax) continue;
      throw new BucketError(`The store of pictures broke off in the middle of ${key}.`, {
        cause,
      });
    }
  }
}

/**
 * Fetches those of a picture's `files` that the store has, for a backup. They are fetched in parallel, as a distant
 * store has a high latency; at most one picture is in memory. Throws `BucketError`.
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
 * Moves the pictures of a folder, as a restore lays it out, into the store. Each picture's last file marks it as
 * complete. A picture that is in the store already is left alone: its name is a digest of its content. Resolves to the
 * number of pictures. Throws `BucketError`; a retry resumes the move.
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
