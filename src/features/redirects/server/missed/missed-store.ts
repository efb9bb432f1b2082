import type { Reader, Storage } from '../../../../storage/storage.ts';
import '../tables.ts';

const dayMs = 24 * 60 * 60_000;
/** Addresses that are kept: of more, those that are asked for least go. */
const missedMax = 1_000;
/** What is left of a count from one day to the next: a flood of yesterday takes no place for long. */
const keptOfDay = 0.9;

/** The beginning of a day in UTC. */
const dayOf = (time: number) => Math.floor(time / dayMs) * dayMs;

/** An address that nothing was found at. */
export interface Missed {
  readonly path: string;
  /** Of late. */
  readonly count: number;
  /** The last day, its beginning in UTC. */
  readonly day: number;
}

/** Those that were asked for most, most first. */
export function findMissed(db: Pick<Reader, 'selectFrom'>, limit: number): Promise<Missed[]> {
  return db
    .selectFrom('missed_addresses')
    .select(['path', 'count', 'day'])
    .orderBy('count', 'desc')
    .orderBy('path')
    .limit(limit)
    .execute();
}

/** The rows as they are after some more was counted, `missedMax` at most. */
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

/** Adds to the sums; one process at a time, and `missedMax` rows of a few hundred bytes at most. */
export async function storeMissed(
  { write: inWrite }: Pick<Storage, 'write'>,
  counted: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  if (counted.size === 0) return;
  await inWrite(
    async ({ db }) => {
      // What leads on since is missed no more.
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
