import { open } from 'node:fs/promises';
import path from 'node:path';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  openPromise,
  validateFileName,
  type ZipFile,
} from 'yauzl';
import { ImportRefused } from '../../import-refused.ts';
import { AheadReader } from './ahead-reader.ts';
import { type ExportFiles, entriesMax, readBounded } from './export-files.ts';

/** Maximum inflated bytes of one file, and of all reads together: protects against ZIP bombs. */
const fileMax = 2 * 1024 ** 3;
export const allMax = 8 * 1024 ** 3;
/** Larger files are subject to `ratioMax`, deflate's highest ratio for bytes that differ at all. */
const plainMax = 10 * 1024 ** 2;
const ratioMax = 200;

const symbolicLink = 0o120000;

/** Why an entry is refused; undefined if it is accepted. */
export function reasonAgainst(entry: Entry, name: string): string | undefined {
  const unsafe = validateFileName(name);
  if (unsafe || name.includes('\0')) return 'its name leads out of the archive';
  if (entry.isEncrypted()) return 'it is encrypted';
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === symbolicLink) return 'it is a link';
  if (!entry.canDecodeFileData()) return 'it is packed in a way that is not known here';
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > fileMax) return 'it is larger than 2 GB';
  if (uncompressedSize > plainMax && uncompressedSize > compressedSize * ratioMax) {
    return 'it would become more than two hundred times as large as it is here';
  }
  return undefined;
}

function isSkipped(name: string): boolean {
  return name
    .split('/')
    .some((part) => part === '__MACOSX' || part === 'node_modules' || part.startsWith('.'));
}

export function nameOfEntry({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

const options = { lazyEntries: true, autoClose: false, decodeStrings: false };

/** For an archive that was cut or damaged on its way; `error` is what failed. */
export function damagedArchive(name: string, error: unknown): ImportRefused {
  if (error instanceof ImportRefused) return error;
  const why = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
  return new ImportRefused(
    `${name} is damaged or not whole (${why}): download or pack it once more.`,
  );
}

export const openEntries = (file: string) => openPromise(file, options);

/** For iterating over the entries only, whose data can't be read; ten times faster for many entries. */
export async function openDirectory(file: string): Promise<ZipFile> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    return await fromRandomAccessReaderPromise(new AheadReader(handle), size, options);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads entries of an archive, up to `bytesMax` in total; `called` is its name in messages. */
export function createEntryReader(zip: ZipFile, called: string, bytesMax: number) {
  let left = bytesMax;
  return async function* stream(
    name: string,
    entry: Entry | undefined,
  ): AsyncGenerator<Uint8Array> {
    if (!entry) throw new ImportRefused(`${name} isn't there.`);
    try {
      const source = await zip.openReadStreamPromise(entry);
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        left -= chunk.length;
        if (left < 0) {
          throw new ImportRefused(
            `${called} holds more than ${Math.floor(bytesMax / 1024 ** 3)} GB.`,
          );
        }
        yield chunk;
      }
    } catch (error) {
      if (error instanceof ImportRefused) throw error;
      throw new ImportRefused(
        `${name} can't be read (${error instanceof Error ? error.message : error}).`,
      );
    }
  };
}

const twice = 'another file of this name stands before it';

async function listEntries(zip: ZipFile, called: string) {
  const entries = new Map<string, Entry>();
  const refused: { name: string; reason: string }[] = [];
  if (zip.entryCount > entriesMax) {
    throw new ImportRefused(`${called} holds more than ${entriesMax.toLocaleString('en')} files.`);
  }
  for await (const entry of zip.eachEntry()) {
    const name = nameOfEntry(entry);
    const isFolder = name.endsWith('/');
    const reason = reasonAgainst(entry, name);
    if (isFolder && !reason) continue;
    if (reason) refused.push({ name: name.slice(0, 200), reason });
    else if (isSkipped(name)) continue;
    else if (entries.has(name)) refused.push({ name: name.slice(0, 200), reason: twice });
    else entries.set(name, entry);
  }
  return { entries, refused };
}

/** Opens an archive in place, whose name is `called`: nothing is extracted to disk. */
export async function openZip(file: string, called: string): Promise<ExportFiles> {
  const zip = await openEntries(file);
  try {
    const { entries, refused } = await listEntries(zip, called);
    const read = createEntryReader(zip, called, allMax);
    const stream = (name: string) => read(name, entries.get(name));

    return {
      holder: path.parse(called).name,
      names: [...entries.keys()].toSorted(),
      refused,
      stream,
      async read(name, bytesMax) {
        const entry = entries.get(name);
        if (!entry || entry.uncompressedSize > bytesMax) return undefined;
        return await readBounded(stream(name), bytesMax).catch(() => undefined);
      },
      async close() {
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
