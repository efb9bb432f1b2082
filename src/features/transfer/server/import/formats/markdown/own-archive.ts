import { stat } from 'node:fs/promises';
import { archiveMark, archiveMarkFile } from '../../../export/blog-file.ts';
import type { ForeignExport } from '../../foreign.ts';
import { ImportRefused } from '../../import-refused.ts';
import { EntryTable } from '../files/entry-table.ts';
import { isZip, readBounded } from '../files/export-files.ts';
import {
  allMax,
  createEntryReader,
  nameOfEntry,
  openDirectory,
  openEntries,
  reasonAgainst,
} from '../files/zip-files.ts';
import { skip } from '../format.ts';
import type { TextReader } from '../text/text-reader.ts';
import { nothingInherited } from './inherited-fields.ts';
import { readTextFile } from './open-markdown.ts';
import { redirectsIn, redirectsName } from './own-export.ts';
import type { FileContext } from './read-file.ts';

/** Maximum number of files: a million blogs with their pictures. Each takes 41 bytes of memory. */
const ownEntriesMax = 3_000_000;
/** With more refused files the archive can't be one that a site of this kind wrote. */
const refusedMax = 1_000;
/** Maximum ratio of inflated bytes to the archive's size: texts shrink to a third, pictures don't. */
const growthMax = 10;
/** Folder of texts and pictures. */
const folder = 'posts/';
const markMax = 10_000;

const isText = (name: string) => name.startsWith(folder) && name.endsWith('.md');

/** The entries of an archive in order. */
async function* entriesOf(file: string) {
  const zip = await openDirectory(file);
  try {
    for await (const entry of zip.eachEntry()) yield { entry, name: nameOfEntry(entry) };
  } finally {
    zip.close();
  }
}

/** Whether an archive begins like an export of a site of this kind; false for one that can't be read. */
async function isOwnArchive(file: string): Promise<boolean> {
  const isFile = await stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
  if (!isFile || !(await isZip(file).catch(() => false))) return false;
  const zip = await openEntries(file).catch(() => undefined);
  if (!zip) return false;
  try {
    for await (const entry of zip.eachEntry()) {
      if (nameOfEntry(entry) !== archiveMarkFile || reasonAgainst(entry, archiveMarkFile)) {
        return false;
      }
      const stream = createEntryReader(zip, 'The archive', markMax);
      const mark = await readBounded(stream(archiveMarkFile, entry), markMax);
      return mark !== undefined && Buffer.from(mark).toString().startsWith(archiveMark);
    }
    return false;
  } catch {
    return false;
  } finally {
    zip.close();
  }
}

async function tableOf(file: string, entryCount: number): Promise<EntryTable> {
  const table = new EntryTable(entryCount);
  let refused = 0;
  for await (const { entry, name } of entriesOf(file)) {
    if (!reasonAgainst(entry, name)) table.add(name, entry);
    else refused += 1;
    if (refused > refusedMax) {
      throw new ImportRefused('Too many of the files in the archive can’t be read.');
    }
  }
  return table;
}

/** The file of a picture: below the folder of the texts, by its address in them. */
function pictureName(address: string, table: EntryTable): string | undefined {
  const path = URL.parse(address)?.pathname ?? address;
  return [address, `${folder}${path.replace(/^\/+/, '')}`].find((name) => table.has(name));
}

/**
 * Opens the archive of a site of this kind, of any size: its files are streamed in order, without a list of names in
 * memory. Undefined for any other file.
 */
export async function openOwnArchive(
  file: string,
  createReader: () => TextReader,
  entriesMax = ownEntriesMax,
): Promise<ForeignExport | undefined> {
  if (!(await isOwnArchive(file))) return undefined;
  const zip = await openEntries(file);
  try {
    if (zip.entryCount > entriesMax) {
      throw new ImportRefused(
        `The archive holds more than ${entriesMax.toLocaleString('en')} files.`,
      );
    }
    const table = await tableOf(file, zip.entryCount);
    const bytesMax = Math.max(allMax, growthMax * zip.fileSize);
    const entry = createEntryReader(zip, 'The archive', bytesMax);
    const files = {
      stream: (name: string) => entry(name, table.find(name)),
      async read(name: string, most: number) {
        const found = table.find(name);
        if (!found || found.uncompressedSize > most) return undefined;
        return await readBounded(entry(name, found), most).catch(() => undefined);
      },
    };
    const context: FileContext = {
      config: { generator: 'markdown', root: '', permalinks: {}, basePath: '', defaults: [] },
      find: (address) => pictureName(address, table),
      // Exported texts refer neither to other texts by file nor to pictures beside them.
      picturesFor: () => [],
      linksIn: async () => ({}),
      inheritedBy: async () => nothingInherited,
    };
    const reader = createReader();
    return {
      system: 'The Content Hub',
      async *items() {
        for await (const { entry: one, name } of entriesOf(file)) {
          const reason = reasonAgainst(one, name);
          if (reason) yield skip(name.slice(0, 200), reason);
          else if (isText(name)) yield await readTextFile(name, files, context, reader, 'all');
        }
        // After the texts that they lead to.
        if (table.has(redirectsName)) yield* redirectsIn(files, redirectsName);
      },
      async readFile(name, most) {
        const found = pictureName(name, table);
        return found === undefined ? undefined : await files.read(found, most);
      },
      async close() {
        await reader.close();
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
