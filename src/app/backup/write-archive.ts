import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { createBucketClient } from '../../features/pictures/server/bucket/bucket-client.ts';
import { filesNamed } from '../../features/pictures/server/bucket/bucket-keys.ts';
import type { BucketSettings } from '../../features/pictures/server/bucket/bucket-settings.ts';
import { fetchFiles } from '../../features/pictures/server/bucket/kept-pictures.ts';
import { prefixLength } from '../../features/pictures/server/picture-folder.ts';
import { type TarFile, writeTar } from '../../platform/archive/tar.ts';
import type { Table } from '../../storage/backup/kept-tables.ts';
import type { RowSource } from '../../storage/backup/row-source.ts';
import { createTally, lineOf } from '../../storage/backup/row-tally.ts';
import { picturesFolder } from '../../storage/sqlite/private-files.ts';
import {
  type About,
  aboutFile,
  type CountedTable,
  type Manifest,
  manifestFile,
  pictureFile,
  sumsFile,
} from './backup-format.ts';

/** Bytes of rows in one file of the archive: its size has to be known before its first byte. */
const rowsFileBytes = 1_024 * 1_024;
/** Quick, and half of the size; pictures are as small as they get. */
const level = 3;
/** The table that names pictures, and the column. */
const pictureTable = { table: 'pictures', column: 'name' };

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

export interface ArchiveParts {
  readonly about: About;
  readonly source: RowSource;
  readonly dataDir: string;
  /** The store of the pictures, where they don't all lie in the folder. */
  readonly pictureBucket?: BucketSettings | undefined;
  /** False keeps those in the folder only. */
  readonly keepsPictures?: boolean;
  /** The database isn't needed any more: pictures may take long. */
  readonly onRowsRead?: () => Promise<void>;
}

/** Writes the archive of a database, and of the pictures beside it, to a new file, through to the disk. */
export async function writeArchive(file: string, parts: ArchiveParts): Promise<Manifest> {
  const writing = createArchive(parts);
  await pipeline(
    Readable.from(writeTar(writing.files(), parts.about.madeAt), { objectMode: false }),
    createZstdCompress({
      params: {
        [constants.ZSTD_c_compressionLevel]: level,
        [constants.ZSTD_c_checksumFlag]: 1,
      },
    }),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return writing.manifest();
}

function createArchive(parts: ArchiveParts) {
  const { about, source, dataDir, pictureBucket, keepsPictures = true } = parts;
  const isElsewhere = pictureBucket !== undefined && !keepsPictures;
  const sums: string[] = [];
  const tables: CountedTable[] = [];
  const named = new Set<string>();
  /** The files that are in the archive, by the pictures that they belong to. */
  const kept = new Map<string, Set<string>>();
  const pictures = { files: 0, bytes: 0 };
  let manifest: Manifest | undefined;

  function file(name: string, content: Buffer): TarFile {
    sums.push(`${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
    return { name, content };
  }

  async function* rowsOf(table: Table): AsyncGenerator<TarFile> {
    const tally = createTally();
    const column =
      table.name === pictureTable.table ? table.columns.indexOf(pictureTable.column) : -1;
    let lines: string[] = [];
    let length = 0;
    let count = 0;
    function* flush(): Generator<TarFile> {
      if (lines.length === 0) return;
      count += 1;
      const name = `rows/${table.name}/${String(count).padStart(6, '0')}.jsonl`;
      yield file(name, Buffer.from(`${lines.join('\n')}\n`));
      lines = [];
      length = 0;
    }
    for await (const rows of source.batches(table)) {
      for (const row of rows) {
        const line = lineOf(row);
        tally.add(line);
        lines.push(line);
        length += line.length;
        if (column >= 0) named.add(String(row[column]));
        if (length >= rowsFileBytes) yield* flush();
      }
    }
    yield* flush();
    tables.push({ ...table, columns: [...table.columns], ...tally.result() });
  }

  function keep(folder: string, name: string, one: string, content: Buffer): TarFile {
    pictures.files += 1;
    pictures.bytes += content.length;
    kept.set(name, (kept.get(name) ?? new Set()).add(one));
    return file(`${picturesFolder}/${folder}/${name}/${one}`, content);
  }

  /** The files of a picture that a row names and the archive has not. */
  function lackingOf(name: string): readonly string[] {
    const has = kept.get(name);
    return filesNamed(name).filter((one) => !has?.has(one));
  }

  const isIncomplete = (name: string) => !kept.has(name) || lackingOf(name).length > 0;

  /** What rows name and the folder has not, one picture in memory at a time. */
  async function* fromStore(settings: BucketSettings): AsyncGenerator<TarFile> {
    const client = createBucketClient(settings);
    for (const name of [...named].sort()) {
      for (const [one, content] of await fetchFiles(client, name, lackingOf(name))) {
        yield keep(name.slice(0, prefixLength), name, one, content);
      }
    }
  }

  /** A picture that goes at this instant is left out; one of which a part has gone already can't be made whole. */
  async function* picture(folder: string, name: string): AsyncGenerator<TarFile> {
    const place = `${picturesFolder}/${folder}/${name}`;
    for (const one of await entriesOf(path.join(dataDir, place))) {
      if (!pictureFile.test(`${place}/${one}`)) continue;
      const handle = await open(path.join(dataDir, place, one), 'r').catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      });
      if (!handle) continue;
      try {
        yield keep(folder, name, one, await handle.readFile());
      } finally {
        await handle.close();
      }
    }
  }

  async function* everyPicture(): AsyncGenerator<TarFile> {
    for (const folder of await entriesOf(path.join(dataDir, picturesFolder))) {
      // What is on its way is named by no row yet, and other names are no pictures'.
      if (folder.length !== prefixLength) continue;
      for (const name of await entriesOf(path.join(dataDir, picturesFolder, folder))) {
        yield* picture(folder, name);
      }
    }
  }

  return {
    async *files(): AsyncGenerator<TarFile> {
      yield file(aboutFile, Buffer.from(JSON.stringify(about, null, 2)));
      for (const table of source.tables) yield* rowsOf(table);
      await parts.onRowsRead?.();
      // After the database: a picture is in its place before its row, so that each that a row names is there now.
      yield* everyPicture();
      if (pictureBucket && keepsPictures) yield* fromStore(pictureBucket);
      const allSums = Buffer.from(sums.join(''));
      yield file(sumsFile, allSums);
      manifest = {
        tables,
        pictures: {
          ...pictures,
          missing: isElsewhere ? [] : [...named].filter(isIncomplete).sort(),
          areElsewhere: isElsewhere,
        },
        sumsDigest: createHash('sha256').update(allSums).digest('hex'),
      };
      yield file(manifestFile, Buffer.from(JSON.stringify(manifest, null, 2)));
    },
    manifest(): Manifest {
      if (!manifest) throw new Error('The archive was not written to its end.');
      return manifest;
    },
  };
}

/** What lies in a folder, in order; nothing where there is none. */
async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
