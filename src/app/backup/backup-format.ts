import path from 'node:path';
import { z } from 'zod';

/**
 * A backup is one file: a tar archive, compressed by Zstandard (`tar --zstd -xf` opens it). In this order:
 *
 * - `about.json`: what it is, of which version, so that a newer one is refused before anything is done;
 * - `rows/<table>/<number>.jsonl`: each row as one line, the values of its columns in the order of their names;
 * - `uploads/…`: the pictures, each file as it lies in the folder of the data;
 * - `SHA256SUMS`: a digest of each file before it, as `sha256sum -c` reads them;
 * - `manifest.json`: what was counted, with the digest of `SHA256SUMS`. It is last: a file without it was cut.
 */
export const formatName = 'The Content Hub, backup';
export const formatVersion = 1;

export const aboutFile = 'about.json';
export const sumsFile = 'SHA256SUMS';
export const manifestFile = 'manifest.json';

export const aboutSchema = z.object({
  format: z.literal(formatName),
  formatVersion: z.number().int(),
  /** The version of the program that wrote it. */
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Milliseconds since 1970, before the database was read. */
  madeAt: z.number().int(),
  /** The migrations applied to the database. */
  steps: z.array(z.string()).min(1),
});
export type About = z.output<typeof aboutSchema>;

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int(),
  digest: z.string(),
});
export type CountedTable = z.output<typeof tableSchema>;

export const manifestSchema = z.object({
  tables: z.array(tableSchema),
  pictures: z.object({
    files: z.number().int(),
    bytes: z.number().int(),
    /** Pictures that rows refer to and whose files were missing. */
    missing: z.array(z.string()),
    /** Whether the pictures are in an object store, which has its own backups. */
    areElsewhere: z.boolean(),
  }),
  sumsDigest: z.string(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** A backup that can't be used; the message says why and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Paths of a picture's files. No segment can leave the folder. */
export const pictureFile = /^uploads\/[\w-]{2}\/[\w-]+\/[\w-]+\.[a-z]+$/;

const ending = '.tar.zst';
const partEnding = '.part';
/**
 * `content-hub-20261123T024012Z-1a2b.tar.zst`: the time in UTC, and a suffix that distinguishes two of the same second.
 */
const named =
  /^content-hub-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z-[0-9a-f]{4}(\.tar\.zst|\.part)$/;

export function backupName(madeAt: number, suffix: string): string {
  const stamp = `${new Date(madeAt).toISOString().slice(0, 19)}Z`.replaceAll(/[-:]/g, '');
  return `content-hub-${stamp}-${suffix}`;
}

export const finishedName = (name: string) => `${name}${ending}`;
export const partName = (name: string) => `${name}${partEnding}`;

/** The start of the backup of this file or folder, in milliseconds since 1970; undefined for anything else. */
export function readBackupName(
  file: string,
): { readonly madeAt: number; readonly isPart: boolean } | undefined {
  const found = named.exec(path.basename(file));
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, end] = found;
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, m = 1, d = 1, h = 0, min = 0, s = 0] = parts;
  return { madeAt: Date.UTC(y, m - 1, d, h, min, s), isPart: end === partEnding };
}
