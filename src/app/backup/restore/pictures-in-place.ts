import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { asidePrefix, picturesFolder } from '../../../storage/sqlite/private-files.ts';

/** The folders that a restore has to do with. */
export function placesIn(dataDir: string, stamp: string) {
  return {
    pictures: path.join(dataDir, picturesFolder),
    newPictures: path.join(dataDir, `${asidePrefix}${stamp}-coming`),
    aside: path.join(dataDir, `${asidePrefix}${stamp}`),
  };
}

/** Moves what is there into a folder, under the name that it has. False where nothing is there. */
export async function moveInto(folder: string, place: string): Promise<boolean> {
  if (!existsSync(place)) return false;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(place, path.join(folder, path.basename(place)));
  return true;
}

/** Waits until a file is on the disk. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether a folder holds nothing but what names it; one that isn't there does not. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  return !existsSync(folder) || (await readdir(folder)).every((name) => name.startsWith('.'));
}
