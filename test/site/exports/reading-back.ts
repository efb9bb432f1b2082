import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importPorts, oldAddresses } from '../../../src/app/site-parts.ts';
import { commentHtml } from '../../../src/features/comments/feature.ts';
import { createPictureFiles } from '../../../src/features/pictures/server/carry-pictures.ts';
import { openPictureFolder } from '../../../src/features/pictures/server/picture-folder.ts';
import type { PictureMaker } from '../../../src/features/pictures/server/picture-maker.ts';
import { createPictureTaker } from '../../../src/features/pictures/server/take-picture.ts';
import type { SiteAudience } from '../../../src/features/transfer/import-contract.ts';
import { siteFiles } from '../../../src/features/transfer/server/export/site/site-files.ts';
import { writeFolder } from '../../../src/features/transfer/server/export/site/write-folder.ts';
import { openForeignExport } from '../../../src/features/transfer/server/import/formats/open-foreign-export.ts';
import { importItems } from '../../../src/features/transfer/server/import/items/import-items.ts';
import type { ItemResult } from '../../../src/features/transfer/server/import/items/outcome.ts';
import type { Storage } from '../../../src/storage/storage.ts';

/** A site's database, and its folder of pictures. */
export interface SiteData {
  readonly storage: Storage;
  readonly uploads: string;
  /** Everybody by default. */
  readonly siteAudience?: SiteAudience;
}

/** The files of an export of all public contents, with e-mail addresses. */
export function filesOf({ storage, uploads, siteAudience = 'everybody' }: SiteData) {
  const folder = openPictureFolder(uploads);
  return siteFiles('markdown', {
    storage,
    pictureFiles: () => createPictureFiles(folder),
    commentHtml,
    siteUrl: '',
    siteName: async () => 'The site',
    siteAudience: async () => siteAudience,
    oldAddresses: () => oldAddresses(storage),
    withEmails: true,
  });
}

/** Writes these files into a folder; resolves to the folder. */
export async function exported(site: SiteData, folder: string): Promise<string> {
  await writeFolder(folder, filesOf(site));
  return folder;
}

/** Imports an export, as the command does. */
export async function importAll(
  { storage, uploads, siteAudience = 'everybody' }: SiteData,
  target: string,
  maker: PictureMaker,
) {
  const foreign = await openForeignExport(target);
  if (!foreign) throw new Error(`${target} is no export that is known.`);
  const results: ItemResult[] = [];
  const takePicture = createPictureTaker({ storage, folder: openPictureFolder(uploads), maker });
  try {
    const done = await importItems(
      storage,
      foreign,
      { ...importPorts, takePicture, siteAudience: async () => siteAudience },
      {
        choices: {},
        isDryRun: false,
        onResult: (result) => void results.push(result),
      },
    );
    return { ...done, results };
  } finally {
    await foreign.close();
  }
}

/** Imported pictures are encoded again, which changes their bytes and their names, derived from the pixels. */
const pictureName = /[0-9a-f]{32}-(\d+x\d+)-[0-9a-f]{6}/g;

/** The contents of an export's files, by name. */
export function readExport(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return new Map(
    names.toSorted().map((name) => {
      const plain = (text: string) => text.replace(pictureName, 'picture-$1');
      const text = name.endsWith('.jpg') ? '' : readFileSync(path.join(folder, name), 'utf8');
      return [plain(name), plain(text)];
    }),
  );
}

/** Lines that differ between two exports, with the file names. */
export function differences(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): readonly string[] {
  const names = [...new Set([...one.keys(), ...other.keys()])].toSorted();
  return names.flatMap((name) => {
    const [left, right] = [one.get(name), other.get(name)];
    if (left === right) return [];
    if (left === undefined) return [`+ ${name}`];
    if (right === undefined) return [`- ${name}`];
    const lines = right.split('\n');
    const at = left.split('\n').findIndex((line, index) => line !== lines[index]);
    return [`${name}:${at + 1}\n  ${left.split('\n')[at]}\n  ${lines[at]}`];
  });
}
