import type { Replacement } from '../../../../identity/define-feature.ts';
import type { Reader } from '../../../../storage/storage.ts';
import { recordTakenDown } from './taken-down.ts';

const takenDownIn = (db: Reader) => db.selectFrom('taken_down_pictures').selectAll().execute();

/** Keeps down, after a restore, what staff took down since the backup. */
export async function picturesSinceBackup({ restored, replaced, isKept }: Replacement) {
  const known = new Set((await takenDownIn(restored)).map(({ digest }) => digest));
  const since = (await takenDownIn(replaced)).filter(({ digest }) => !known.has(digest));
  if (since.length === 0) return [];
  if (isKept) await recordTakenDown(restored, since);
  return [
    `${since.length} pictures that were taken down since ${isKept ? 'stay so' : 'are served again'}.`,
  ];
}
