import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Problem } from '../../../platform/contract/problems.ts';
import { ownPictureAddress, readPictureName } from '../../../platform/text/own-picture.ts';
import type { Storage } from '../../../storage/storage.ts';
import { namedPictures } from './named-pictures.ts';
import type { PictureFolder } from './picture-folder.ts';
import type { PictureMaker } from './picture-maker.ts';
import { isReferenced, isTakenDown, storeUnowned } from './picture-store.ts';

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

interface ImportParts {
  readonly storage: Storage;
  readonly folder: PictureFolder;
  readonly maker: PictureMaker;
}

/** The picture's file beside an imported text; undefined if it is missing or a symbolic link leads outside `base`. */
async function findBeside(base: string, name: string): Promise<string | undefined> {
  const found = await realpath(path.join(base, pathOf(name))).catch(() => undefined);
  const within = await realpath(base).catch(() => undefined);
  return within && found?.startsWith(path.join(within, path.sep)) ? found : undefined;
}

/**
 * Imports the pictures that imported texts name; an export has them beside the text. They are encoded anew, as every
 * upload, and so get new names: the result maps the names in the text to these.
 */
export function createPictureImport({ storage, folder, maker }: ImportParts) {
  const known = new Map<string, string | undefined>();

  async function takeIn(name: string, file: string): Promise<string | undefined> {
    const coming = await folder.receive(createReadStream(file));
    try {
      const made = await maker.make(coming, 'import');
      if (made.outcome !== 'made') return undefined;
      const [own, other] = [readPictureName(made.name), readPictureName(name)];
      // Layouts reserve space by the dimensions in the name, so they must agree.
      if (own?.width !== other?.width || own?.height !== other?.height) return undefined;
      const row = { name: made.name, bytes: made.bytes, now: Date.now() };
      await storage.write((write) => storeUnowned(write, row));
      await folder.place(coming, made.name);
      return made.name;
    } finally {
      await coming.drop();
    }
  }

  async function nameHere(name: string, base: string): Promise<string | undefined> {
    if (await isTakenDown(storage.reader, name)) return undefined;
    if (await isReferenced(storage.reader, name)) {
      // Kept for the import, too: it survives its current owners.
      const row = { name, bytes: 0, now: Date.now() };
      await storage.write((write) => storeUnowned(write, row));
      return undefined;
    }
    const file = await findBeside(base, name);
    if (!file) return undefined;
    return takeIn(name, file).catch((error: unknown) => {
      // The file is not a picture or too large: the text is imported without it.
      if (error instanceof Problem && error.status < 500) return undefined;
      throw error;
    });
  }

  return async function namesHere(
    text: string,
    base: string,
  ): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    for (const name of namedPictures(text)) {
      if (!known.has(name)) known.set(name, await nameHere(name, base));
      const here = known.get(name);
      if (here !== undefined) names.set(name, here);
    }
    return names;
  };
}
