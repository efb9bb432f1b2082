import { z } from 'zod';
import type { Replacement } from '../../../../identity/define-feature.ts';
import type { Reader, Storage } from '../../../../storage/storage.ts';
import { deletePlaces } from './history-store.ts';

const historyRow = z.object({
  blog_id: z.string(),
  read_at: z.number(),
  share: z.number(),
  is_finished: z.number(),
  block: z.number(),
});

/**
 * The blogs that a person read, and their progress. Paragraph hashes are left out: they describe the texts, and say no
 * more about the person than their progress does. It is deleted with the account.
 */
export function personalHistory(storage: Storage) {
  return {
    name: 'readingHistory',
    row: historyRow,
    /** Oldest first; there are `placesMax` at most, and each is short. */
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      yield* await storage.reader
        .selectFrom('reading_places')
        .select(['blog_id', 'read_at', 'share', 'is_finished', 'block'])
        .where('person_id', '=', personId)
        .orderBy('read_at')
        .execute();
    },
  };
}

/** Whether and when a person switched their history off. */
export function personalHistoryStop(storage: Storage) {
  return {
    name: 'readingHistoryStopped',
    row: z.object({ stopped_at: z.number() }),
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      yield* await storage.reader
        .selectFrom('stopped_histories')
        .select('stopped_at')
        .where('person_id', '=', personId)
        .execute();
    },
  };
}

/** Switches histories off again, after a restore, that were switched off since the backup. */
export async function historiesSinceBackup({ restored, replaced, isKept, now }: Replacement) {
  const read = async (db: Reader) =>
    (await db.selectFrom('stopped_histories').select('person_id').execute()).map(
      ({ person_id }) => person_id,
    );
  const before = new Set(await read(restored));
  const stopped: string[] = [];
  for (const id of await read(replaced)) {
    if (before.has(id)) continue;
    const person = await restored
      .selectFrom('people')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (person) stopped.push(id);
  }
  if (stopped.length === 0) return [];
  if (isKept) {
    for (const person_id of stopped) {
      await restored
        .insertInto('stopped_histories')
        .values({ person_id, stopped_at: now })
        .execute();
      await deletePlaces({ db: restored }, person_id);
    }
  }
  const outcome = isKept ? 'stay deleted' : 'come back';
  return [`${stopped.length} reading histories that people switched off since ${outcome}.`];
}
