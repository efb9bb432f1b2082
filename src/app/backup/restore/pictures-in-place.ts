import { existsSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { asidePrefix, picturesFolder } from '../../../storage/sqlite/private-files.ts';

/** The folders of a restore. */
export function placesIn(dataDir: string, stamp: string) {
  return {
    pictures: path.join(dataDir, picturesFolder),
    newPictures: path.join(dataDir, `${asidePrefix}${stamp}-coming`),
    aside: path.join(dataDir, `${asidePrefix}${stamp}`),
  };
}

/** Moves a file or folder into another folder under its own name. False where it doesn't exist. */
export async function moveInto(folder: string, place: string): Promise<boolean> {
  if (!existsSync(place)) return false;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(place, path.join(folder, path.basename(place)));
  return true;
}

/** Whether a folder has no visible files; true where it doesn't exist. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  return !existsSync(folder) || (await readdir(folder)).every((name) => name.startsWith('.'));
}
