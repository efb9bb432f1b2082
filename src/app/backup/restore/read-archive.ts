import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { ArchiveError, readTar, type TarEntry } from '../../../platform/archive/tar.ts';
import type { Row } from '../../../storage/backup/row-tally.ts';
import { stepNames } from '../../../storage/migrate.ts';
import {
  type About,
  aboutFile,
  aboutSchema,
  BackupError,
  formatName,
  formatVersion,
  type Manifest,
  manifestFile,
  manifestSchema,
  pictureFile,
  sumsFile,
} from '../backup-format.ts';

/** For files other than pictures: a file of rows has one megabyte and at most one more row. */
const heldBytesMax = 256 * 1_024 * 1_024;
const rowsName = /^rows\/([a-z0-9_]+)\/\d+\.jsonl$/;

const rowSchema = z.array(z.union([z.string(), z.number(), z.null()]));

/** Callbacks for the parts of a backup; none of it is verified before the whole archive was read. */
export interface ArchiveReader {
  onAbout?(about: About): Promise<void>;
  onRows?(table: string, rows: readonly Row[]): Promise<void>;
  onPicture?(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

export interface ReadBackup {
  readonly about: About;
  readonly manifest: Manifest;
}

const changed = (what: string) =>
  new BackupError(`${what}: the file was changed or damaged. Take another backup.`);

/**
 * Reads a backup from start to end and verifies the digest of each file. Throws `BackupError` for one that is
 * truncated, modified, of a newer version, or no backup.
 */
export async function readArchive(file: string, reader: ArchiveReader = {}): Promise<ReadBackup> {
  const opened = createReadStream(file);
  const unpacked = createZstdDecompress();
  opened.on('error', (error) => unpacked.destroy(error));
  try {
    const backup = await read(readTar(opened.pipe(unpacked)), reader);
    // Bytes after the end of the archive aren't decompressed.
    if (unpacked.bytesWritten !== (await stat(file)).size)
      throw changed('Something follows its end');
    return backup;
  } catch (error) {
    throw explained(file, error);
  } finally {
    opened.destroy();
    unpacked.destroy();
  }
}

function explained(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof ArchiveError) {
    return new BackupError(`${file} can't be used. ${error.message} Take another backup.`);
  }
  if (code === 'ENOENT' || code === 'EISDIR') {
    return new BackupError(`There is no file ${file}.`);
  }
  if (code === 'Z_BUF_ERROR' || code === 'ZSTD_error_srcSize_wrong') {
    return new BackupError(`${file} ends too early: it was cut. Take another backup.`);
  }
  if (code.startsWith('ZSTD_') || code.startsWith('Z_')) {
    return new BackupError(`${file} is no backup of The Content Hub, or was changed.`);
  }
  return error;
}

async function read(entries: AsyncIterable<TarEntry>, reader: ArchiveReader): Promise<ReadBackup> {
  let about: About | undefined;
  let manifest: Manifest | undefined;
  let sums: Buffer | undefined;
  const seen: string[] = [];

  async function take(entry: TarEntry): Promise<void> {
    const { name } = entry;
    if (manifest) throw changed('Something stands after its end');
    if (!about && name !== aboutFile) {
      throw new BackupError('It is an archive, but no backup of The Content Hub.');
    }
    const content = withDigest(entry.content);
    if (pictureFile.test(name)) {
      await reader.onPicture?.(name, content.bytes);
      await drain(content.bytes);
    } else {
      const bytes = await collect(entry.bytes, content.bytes);
      if (name === aboutFile) {
        about = readAbout(bytes);
        await reader.onAbout?.(about);
      } else if (name === sumsFile) sums = bytes;
      else if (name === manifestFile) manifest = readManifest(bytes);
      else await takeRows(name, bytes, reader);
    }
    if (name === manifestFile) return;
    if (name !== sumsFile) {
      seen.push(`${content.digest()}  ${name}\n`);
    }
  }

  for await (const entry of entries) await take(entry);
  if (!about || !manifest || !sums) throw new ArchiveError('The file ends too early: it was cut.');
  if (createHash('sha256').update(sums).digest('hex') !== manifest.sumsDigest) {
    throw changed('Its list of digests is not the one that was written');
  }
  const listed = sums.toString();
  if (listed !== seen.join('')) {
    const lines = new Set(listed.split('\n'));
    const wrong = seen.find((line) => !lines.has(line.trimEnd())) ?? 'a file that is missing';
    throw changed(`${wrong.trimEnd().split('  ').at(-1)} is not what was written`);
  }
  return { about, manifest };
}

/** Passes the bytes on; their digest is complete at the end. */
function withDigest(content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const part of content) {
      hash.update(part);
      yield part;
    }
  }
  return { bytes: bytes(), digest: () => hash.digest('hex') };
}

async function drain(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of content);
}

async function collect(bytes: number, content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  if (bytes > heldBytesMax) throw changed('A file in it is larger than any that is written');
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw changed('A part of it is no JSON');
  }
}

function readAbout(bytes: Buffer): About {
  const given = parse(bytes);
  const format = z.object({ format: z.literal(formatName) }).safeParse(given);
  if (!format.success) throw new BackupError('It is no backup of The Content Hub.');
  const kind = z.object({ formatVersion: z.number(), version: z.string() }).safeParse(given);
  const result = aboutSchema.safeParse(given);
  const version = kind.data?.version ?? 'unknown';
  const unknown = (result.data?.steps ?? []).filter((step) => !stepNames.includes(step));
  if ((kind.data?.formatVersion ?? 0) > formatVersion || unknown.length > 0) {
    throw new BackupError(
      `The backup is of a newer version of The Content Hub (${version}). Update the program, then try again.`,
    );
  }
  if (!result.success) throw changed('What it says of itself is incomplete');
  const expected = stepNames.slice(0, result.data.steps.length);
  if (result.data.steps.join() !== expected.join()) throw changed('Its migrations have a gap');
  return result.data;
}

function readManifest(bytes: Buffer): Manifest {
  const result = manifestSchema.safeParse(parse(bytes));
  if (!result.success) throw changed('What was counted is incomplete');
  return result.data;
}

async function takeRows(name: string, bytes: Buffer, reader: ArchiveReader): Promise<void> {
  const [, table] = rowsName.exec(name) ?? [];
  if (table === undefined) throw changed(`${name} is no part of a backup`);
  if (!reader.onRows) return;
  const lines = bytes.toString().split('\n');
  const rows = lines.slice(0, -1).map((line) => {
    const row = rowSchema.safeParse(parse(Buffer.from(line)));
    if (!row.success) throw changed(`${name} holds what is no row`);
    return row.data;
  });
  await reader.onRows(table, rows);
}
