import { createReadStream } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefused } from '../../find-sources.ts';
import { openZip } from './zip-files.ts';

/** The files of an export: a single file, a folder, or an archive. */
export interface ExportFiles {
  /** Their names with `/`, in order, without refused files. */
  readonly names: readonly string[];
  readonly isArchive: boolean;
  /** Refused files, with the reasons. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  /** Throws `ImportRefused` if the file can't be read, possibly after some chunks. */
  stream(name: string): AsyncIterable<Uint8Array>;
  /** Undefined if the file is missing or larger. */
  read(name: string, bytesMax: number): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** Maximum number of files: their list is held in memory. */
export const entriesMax = 50_000;

/** Reads a stream to its end; undefined if it is too long. */
export async function readBounded(
  bytes: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isSkipped(name: string): boolean {
  return name === 'node_modules' || name === '__MACOSX' || name.startsWith('.');
}

async function* streamFile(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new ImportRefused(
      `${file} can't be read (${error instanceof Error ? error.message : error}).`,
    );
  }
}

/** Files by their names, each with its path on disk. */
function filesAt(
  places: ReadonlyMap<string, string>,
  refused: ExportFiles['refused'],
): ExportFiles {
  function placeOf(name: string): string {
    const place = places.get(name);
    if (place === undefined) throw new ImportRefused(`${name} isn't there.`);
    return place;
  }
  return {
    names: [...places.keys()],
    isArchive: false,
    refused,
    stream: (name) => streamFile(placeOf(name)),
    async read(name, bytesMax) {
      const place = places.get(name);
      if (place === undefined || (await stat(place)).size > bytesMax) return undefined;
      return await readBounded(streamFile(place), bytesMax);
    },
    close: async () => {},
  };
}

/** The files of a folder. Links are skipped, as their author may be another person than the importing one. */
async function openFolder(root: string): Promise<ExportFiles> {
  const places = new Map<string, string>();
  const refused: { name: string; reason: string }[] = [];
  async function collect(folder: string, prefix: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
      if (isSkipped(entry.name)) continue;
      const name = path.posix.join(prefix, entry.name);
      const place = path.join(folder, entry.name);
      if (entry.isSymbolicLink()) refused.push({ name, reason: 'it is a link' });
      else if (entry.isDirectory()) await collect(place, name);
      else if (entry.isFile()) places.set(name, place);
      if (places.size > entriesMax) {
        throw new ImportRefused(
          `${root} holds more than ${entriesMax.toLocaleString('en')} files.`,
        );
      }
    }
  }
  await collect(root, '');
  return filesAt(places, refused);
}

/** Signatures of an archive, and of an empty one. */
const zipMarks: readonly number[] = [0x504b0304, 0x504b0506];

/** Whether a file has the signature of a ZIP archive. */
export async function isZip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && zipMarks.includes(buffer.readUInt32BE());
  } finally {
    await handle.close();
  }
}

/** Opens a file, folder or archive. Throws `ImportRefused` if it can't be read. */
export async function openFiles(target: string): Promise<ExportFiles> {
  try {
    const place = await realpath(target);
    const stats = await stat(place);
    if (stats.isDirectory()) return await openFolder(place);
    if (!stats.isFile()) throw new ImportRefused(`${target} is neither a file nor a folder.`);
    if (await isZip(place)) return await openZip(place);
    return filesAt(new Map([[path.basename(place), place]]), []);
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    throw new ImportRefused(
      `${target} can't be read (${error instanceof Error ? error.message : error}).`,
    );
  }
}
