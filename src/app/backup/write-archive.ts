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

/** Bytes of rows per file of the archive: tar needs a file's size before its content. */
const rowsFileBytes = 1_024 * 1_024;
/** Zstandard level: fast, and half of the size; pictures don't compress further. */
const level = 3;
/** The table and column with the names of pictures. */
const pictureTable = { table: 'pictures', column: 'name' };

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

export interface ArchiveParts {
  readonly about: About;
  readonly source: RowSource;
  readonly dataDir: string;
  /** The object store of the pictures, where they aren't all in the folder. */
  readonly pictureBucket?: BucketSettings | undefined;
  /** False includes the pictures in the folder only. */
  readonly keepsPictures?: boolean;
  /** Called when the database isn't needed any more: pictures may take long. */
  readonly onRowsRead?: () => Promise<void>;
}

/** Writes the archive of a database and its pictures to a new file, with fsync. */
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
  /** The archived files of each picture. */
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

  /** Files of a referenced picture that aren't archived yet. */
  function lackingOf(name: string): readonly string[] {
    const has = kept.get(name);
    return filesNamed(name).filter((one) => !has?.has(one));
  }

  const isIncomplete = (name: string) => !kept.has(name) || lackingOf(name).length > 0;

  /** Fetches the missing files from the object store, one picture in memory at a time. */
  async function* fromStore(settings: BucketSettings): AsyncGenerator<TarFile> {
    const client = createBucketClient(settings);
    for (const name of [...named].sort()) {
      for (const [one, content] of await fetchFiles(client, name, lackingOf(name))) {
        yield keep(name.slice(0, prefixLength), name, one, content);
      }
    }
  }

  /** Skips a picture that is being deleted: once a file is missing it is incomplete. */
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
      // Skips unfinished uploads, which no row refers to yet, and other folders.
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
      // After the rows: a picture's files are stored before its row, so the files of every row exist by now.
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

/** The sorted names in a folder; empty where it doesn't exist. */
async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
