import { existsSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
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

/** Whether a folder holds nothing but what names it; one that isn't there does not. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  return !existsSync(folder) || (await readdir(folder)).every((name) => name.startsWith('.'));
}
