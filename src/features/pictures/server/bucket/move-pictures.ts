import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  ownPictureFormats,
  readPictureName,
  widthsOf,
} from '../../../../platform/text/own-picture.ts';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { comingFolder, type PictureFolder } from '../picture-folder.ts';

/** Names read at once: they are short. */
const namesAtOnce = 500;

/** The name of every picture of the site, each once. */
async function* allNames({ reader }: Storage): AsyncGenerator<string> {
  const rows = inBatches<{ name: string }>(namesAtOnce, (last, size) =>
    reader
      .selectFrom('pictures')
      .select('name')
      .distinct()
      .where('name', '>', last?.name ?? '')
      .orderBy('name')
      .limit(size)
      .execute(),
  );
  for await (const { name } of rows) yield name;
}

export interface MoveParts {
  readonly storage: Storage;
  readonly from: PictureFolder;
  readonly to: PictureFolder;
  /** This machine's picture folder. */
  readonly root: string;
  readonly onMoved?: (name: string) => void;
}

/** Copies one picture. False if it is missing or incomplete. */
async function copy({ from, to, root }: MoveParts, name: string): Promise<boolean> {
  const picture = readPictureName(name);
  if (!picture) return false;
  const files = widthsOf(picture).flatMap((width) =>
    ownPictureFormats.map((format) => `${width}.${format}`),
  );
  const own = path.join(root, comingFolder, randomUUID());
  const folder = path.join(own, 'made');
  const drop = () => rm(own, { recursive: true, force: true });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const file of files) {
      const found = await from.read(name, file);
      if (!found) return false;
      const bytes = await buffer(found.stream());
      await writeFile(path.join(folder, file), bytes, { flush: true, mode: 0o600 });
    }
    await to.place({ file: path.join(own, 'file'), folder, drop }, name);
    for (const file of files) {
      if ((await to.sizeOf(name, file)) === undefined) {
        throw new Error(`${name}/${file} was put in place and isn't there.`);
      }
    }
    return true;
  } finally {
    await drop();
  }
}

/**
 * Moves the site's pictures from one store to the other; a picture is deleted from the source once its copy is
 * complete. The move can be interrupted and repeated while the site runs: until a picture is moved it is served from
 * its source.
 */
export async function movePictures(parts: MoveParts): Promise<number> {
  let moved = 0;
  for await (const name of allNames(parts.storage)) {
    if (!(await copy(parts, name))) continue;
    await parts.from.remove(name, async () => false);
    moved += 1;
    parts.onMoved?.(name);
  }
  return moved;
}
