import type { MadeBackup } from './make-backup.ts';

const mebibyte = 1_024 * 1_024;
const whole = new Intl.NumberFormat('en-US');
const size = (bytes: number) => `${(bytes / mebibyte).toFixed(1)} MiB`;

/** Describes a finished backup and its verification, for the operator's terminal. */
export function describeBackup({
  file,
  bytes,
  digest,
  provedIn,
  took,
  manifest,
}: MadeBackup): string {
  const { tables, pictures } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const count = (name: string) =>
    whole.format(tables.find((table) => table.name === name)?.rows ?? 0);
  const missing = pictures.missing.length;
  const place = provedIn === 'sqlite' ? 'a SQLite database' : 'a PostgreSQL database';
  return [
    `Kept in ${file}`,
    `${size(bytes)}: ${count('people')} people, ${count('blogs')} blogs, ${count('comments')} comments, ${whole.format(rows)} rows in all; ${whole.format(pictures.files)} files of pictures (${size(pictures.bytes)}).`,
    `Put back into ${place} of its own, counted and compared: the same. It took ${(took / 1_000).toFixed(1)} s.`,
    `SHA-256 ${digest}`,
    ...(pictures.areElsewhere
      ? [
          'The pictures lie in their own store (PICTURES_S3_BUCKET), and are not in it (BACKUP_PICTURES=off).',
        ]
      : []),
    ...(missing > 0
      ? [
          `${missing} ${missing === 1 ? 'picture has' : 'pictures have'} a row and not all of the files: ${pictures.missing.slice(0, 3).join(', ')}${missing > 3 ? ' …' : ''}. Is DATA_DIR the site's, and PICTURES_S3_BUCKET? What was lost can come back from an older backup.`,
        ]
      : []),
  ].join('\n');
}
