import { buffer } from 'node:stream/consumers';
import { ownPictureAddress, readPictureName } from '../../../platform/text/own-picture.ts';
import { namedPictures } from './named-pictures.ts';
import type { PictureFolder } from './picture-folder.ts';

/** A picture as a file of an export. */
export interface PictureFile {
  /** Path with slashes, equal to the picture's address. */
  readonly name: string;
  readonly content: Buffer;
}

const pathOf = (name: string) => ownPictureAddress({ name }).slice(1);

/** The picture in full size; undefined if it was deleted. */
async function readWhole(folder: PictureFolder, name: string): Promise<Buffer | undefined> {
  const picture = readPictureName(name);
  const found = picture && (await folder.read(name, `${picture.width}.jpg`));
  return found && buffer(found.stream());
}

/** Yields the pictures that texts name; each only once for all texts passed to it. */
export function createPictureFiles(folder: PictureFolder) {
  const seen = new Set<string>();
  return async function* filesIn(text: string): AsyncGenerator<PictureFile> {
    for (const name of namedPictures(text)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const content = await readWhole(folder, name);
      if (content) yield { name: pathOf(name), content };
    }
  };
}
