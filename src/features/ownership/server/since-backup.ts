import type { Replacement } from '../../../identity/define-feature.ts';
import type { Reader } from '../../../storage/storage.ts';

/** Addresses of imported authors that were deleted after the backup was made stay deleted. */
export async function addressesSinceBackup({ restored, replaced, isKept }: Replacement) {
  const read = async (db: Reader) =>
    (await db.selectFrom('imported_authors').select('person_id').execute()).map(
      ({ person_id }) => person_id,
    );
  const now = new Set(await read(replaced));
  const deleted = (await read(restored)).filter((id) => !now.has(id));
  if (deleted.length === 0) return [];
  if (isKept) {
    for (const id of deleted) {
      await restored.deleteFrom('imported_authors').where('person_id', '=', id).execute();
    }
  }
  const outcome = isKept ? 'stay so' : 'are back';
  return [`${deleted.length} addresses of imported authors that were deleted since ${outcome}.`];
}
