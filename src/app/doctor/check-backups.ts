import { readBackupState } from '../backup/backup-state.ts';
import { readArchive } from '../backup/restore/read-archive.ts';
import type { Config } from '../config.ts';
import { type Found, fail, ok, reasonOf, warn } from './finding.ts';

const hourMs = 3_600_000;

const inWords = (ms: number) =>
  ms < 48 * hourMs ? `${Math.round(ms / hourMs)} hours` : `${Math.round(ms / (24 * hourMs))} days`;

/** Checks the age of the newest backup, and verifies all its digests. */
export async function checkBackups({ backups }: Config): Promise<readonly Found[]> {
  const { newest, ageMs = 0, everyMs, isLate } = await readBackupState(backups, 0, Date.now());
  const found: Found[] = [];
  if (everyMs === undefined) {
    found.push(
      warn(
        'The site makes none by itself',
        'Set BACKUP_EVERY=24h, and BACKUP_DIR to another disk; or have npm run backup run by a timer.',
      ),
    );
  }
  if (!newest) {
    found.push(warn(`There is none in ${backups.folder}`, 'npm run backup makes one.'));
    return found;
  }
  const age = `The newest is ${inWords(ageMs)} old`;
  found.push(
    isLate
      ? fail(age, 'Look into the log for "backup not made", and run npm run backup.')
      : ok(age),
  );
  try {
    const { manifest } = await readArchive(newest.file);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    found.push(ok(`${newest.file} is whole: ${rows} rows, ${manifest.pictures.files} files`));
    const missing = manifest.pictures.missing.length;
    if (missing > 0) {
      found.push(
        warn(
          `It lacks files of ${missing} of the pictures that the site knows`,
          'Are DATA_DIR and PICTURES_S3_BUCKET those of the site? An older backup may have them.',
        ),
      );
    }
  } catch (error) {
    found.push(fail(`${newest.file} can't be used: ${reasonOf(error)}`, 'Run npm run backup now.'));
  }
  return found;
}
