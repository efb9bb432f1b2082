import type { Reader, Storage } from '../../../../storage/storage.ts';
import '../tables.ts';

const dayMs = 24 * 60 * 60_000;
/** Maximum number of stored addresses; those with the lowest counts are deleted. */
const missedMax = 1_000;
/** Decay of a count per day: the addresses of a flood disappear within days. */
const keptOfDay = 0.9;

/** The beginning of a day in UTC. */
const dayOf = (time: number) => Math.floor(time / dayMs) * dayMs;

/** An address without a page or a redirect. */
export interface Missed {
  readonly path: string;
  /** Number of recent requests, with the daily decay. */
  readonly count: number;
  /** The day of the last request, as its beginning in UTC. */
  readonly day: number;
}

/** The addresses with the highest counts, in descending order. */
export function findMissed(db: Pick<Reader, 'selectFrom'>, limit: number): Promise<Missed[]> {
  return db
    .selectFrom('missed_addresses')
    .select(['path', 'count', 'day'])
    .orderBy('count', 'desc')
    .orderBy('path')
    .limit(limit)
    .execute();
}

/** The rows after adding counts, at most `missedMax`. */
function addMissed(
  known: readonly Missed[],
  counted: ReadonlyMap<string, number>,
  now: number,
): readonly Missed[] {
  const today = dayOf(now);
  const newest = known.reduce((day, row) => Math.max(day, row.day), 0);
  const days = known.length > 0 ? Math.max(0, (today - newest) / dayMs) : 0;
  const kept = keptOfDay ** days;
  const rows = new Map(
    known.map(({ path, count, day }) => [path, { path, count: Math.floor(count * kept), day }]),
  );
  for (const [path, count] of counted) {
    rows.set(path, { path, count: (rows.get(path)?.count ?? 0) + count, day: today });
  }
  return [...rows.values()]
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || other.day - one.day)
    .slice(0, missedMax);
}

/** Adds counts to the stored ones. One process at a time; at most `missedMax` rows of a few hundred bytes each. */
export async function storeMissed(
  { write: inWrite }: Pick<Storage, 'write'>,
  counted: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  if (counted.size === 0) return;
  await inWrite(
    async ({ db }) => {
      // Skips addresses that have a redirect by now.
      const asked = [...counted.keys()];
      const led = await db
        .selectFrom('redirects')
        .select('path')
        .where('path', 'in', asked)
        .execute();
      const missing = new Map(counted);
      for (const { path } of led) missing.delete(path);
      const known = await findMissed(db, missedMax * 2);
      const rows = addMissed(known, missing, now);
      const before = new Map(known.map((row) => [row.path, row]));
      const changed = rows.filter(({ path, count, day }) => {
        const row = before.get(path);
        return row?.count !== count || row.day !== day;
      });
      const left = new Set(rows.map(({ path }) => path));
      const gone = known.flatMap(({ path }) => (left.has(path) ? [] : [path]));
      if (gone.length > 0) {
        await db.deleteFrom('missed_addresses').where('path', 'in', gone).execute();
      }
      if (changed.length > 0) {
        await db
          .insertInto('missed_addresses')
          .values(changed)
          .onConflict((conflict) =>
            conflict.column('path').doUpdateSet((eb) => ({
              count: eb.ref('excluded.count'),
              day: eb.ref('excluded.day'),
            })),
          )
          .execute();
      }
    },
    { lockKeys: ['missed-addresses'] },
  );
}
