import { createReadStream } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefused } from '../../import-refused.ts';
import { damagedArchive, openZip } from './zip-files.ts';

/** The files of an export: a single file, a folder, or an archive. */
export interface ExportFiles {
  /** Their names with `/`, in order, without refused files. */
  readonly names: readonly string[];
  /** The path of what holds them, with `/`; of an archive its name. Empty for a file that was uploaded alone. */
  readonly holder: string;
  /** Refused files, with the reasons. */
  readonly refused: readonly RefusedFile[];
  /** Throws `ImportRefused` if the file can't be read, possibly after some chunks. */
  stream(name: string): AsyncIterable<Uint8Array>;
  /** Undefined if the file is missing or larger. */
  read(name: string, bytesMax: number): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

interface RefusedFile {
  readonly name: string;
  readonly reason: string;
  /** Whether it is left out by design, as a link is. */
  readonly isIntended?: boolean;
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

async function* streamFile(file: string, called: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new ImportRefused(
      `${called} can't be read (${error instanceof Error ? error.message : error}).`,
    );
  }
}

/** Files by their names, each with its path on disk, where links are resolved. */
function filesAt(
  places: ReadonlyMap<string, string>,
  { holder, refused = [] }: Pick<ExportFiles, 'holder'> & Partial<Pick<ExportFiles, 'refused'>>,
): ExportFiles {
  function placeOf(name: string): string {
    const place = places.get(name);
    if (place === undefined) throw new ImportRefused(`${name} isn't there.`);
    return place;
  }
  return {
    names: [...places.keys()],
    holder,
    refused,
    stream: (name) => streamFile(placeOf(name), name),
    async read(name, bytesMax) {
      const place = places.get(name);
      if (place === undefined) return undefined;
      try {
        // Another program with write access may have replaced it by a link since it was found.
        if ((await realpath(place)) !== place) return undefined;
        if ((await stat(place)).size > bytesMax) return undefined;
        return await readBounded(streamFile(place, name), bytesMax);
      } catch {
        // It was deleted meanwhile, or this user may not read it.
        return undefined;
      }
    },
    close: async () => {},
  };
}

/** Why a link isn't followed: its author may be another person than the importing one. */
async function reasonAgainstLink(place: string, root: string): Promise<string> {
  const target = await realpath(place).catch(() => undefined);
  if (target === undefined) return 'it is a link that leads nowhere';
  return path.join(target, path.sep).startsWith(path.join(root, path.sep))
    ? 'it is a link within the folder'
    : 'it is a link that leads out of the folder';
}

/** The files of a folder, without links. */
async function openFolder(root: string): Promise<ExportFiles> {
  const places = new Map<string, string>();
  const refused: RefusedFile[] = [];
  async function collect(folder: string, prefix: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
      if (isSkipped(entry.name)) continue;
      const name = path.posix.join(prefix, entry.name);
      const place = path.join(folder, entry.name);
      if (entry.isSymbolicLink())
        refused.push({ name, reason: await reasonAgainstLink(place, root), isIntended: true });
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
  return filesAt(places, { holder: root.split(path.sep).join('/'), refused });
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

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return "isn't there";
  if (code === 'EACCES' || code === 'EPERM') return "can't be read by this user";
  if (code === 'ENOTDIR') return "isn't there: a part of the path is a file";
  return `can't be read (${error instanceof Error ? error.message : String(error)})`;
}

/**
 * Opens a file, folder or archive; `given` is the name of a file that was uploaded. Throws `ImportRefused` if it can't be
 * read.
 */
export async function openFiles(target: string, given?: string): Promise<ExportFiles> {
  try {
    const place = await realpath(target);
    const stats = await stat(place);
    if (stats.isDirectory()) return await openFolder(place);
    if (!stats.isFile()) throw new ImportRefused(`${target} is neither a file nor a folder.`);
    const name = path.basename(given ?? place);
    if (await isZip(place)) {
      return await openZip(place, name).catch((error: unknown) => {
        throw damagedArchive(name, error);
      });
    }
    const folder = path.dirname(place).split(path.sep).join('/');
    return filesAt(new Map([[name, place]]), { holder: given === undefined ? folder : '' });
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    throw new ImportRefused(`${given ?? target} ${reasonOf(error)}.`);
  }
}
