import type { Selectable } from 'kysely';
import type { RetentionRule } from '../../../../storage/background/sweep.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';
import { placesMax } from '../../contract/history.ts';
import type { Place } from '../../history-paths.ts';
import type { ReadingPlacesTable } from '../tables.ts';

type Db = Pick<Reader, 'selectFrom'>;

const dayMs = 24 * 60 * 60_000;

export const historyRetention: readonly RetentionRule[] = [
  {
    table: 'reading_places',
    key: ['person_id', 'blog_id'],
    column: 'read_at',
    keptMs: 365 * dayMs,
  },
];

interface PlaceOf {
  readonly personId: string;
  readonly blogId: string;
}

/** Whether a person's history is on: the default until they switch it off. */
export async function isHistoryKept(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('stopped_histories')
    .select('stopped_at')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row === undefined;
}

/** A person's place in a blog, whether or not the blog is visible. */
export async function findPlace(db: Db, { personId, blogId }: PlaceOf): Promise<Place | undefined> {
  const row = await db
    .selectFrom('reading_places')
    .select(['block', 'block_hash', 'share', 'is_finished', 'known_blocks'])
    .where('person_id', '=', personId)
    .where('blog_id', '=', blogId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { block, block_hash: hash, share, is_finished, known_blocks: known } = row;
  return { block, hash, share, isFinished: is_finished !== 0, known };
}

/** Deletes a person's oldest places beyond `placesMax`. */
async function trim({ db }: Write, personId: string): Promise<void> {
  const old = db
    .selectFrom('reading_places')
    .select('blog_id')
    .where('person_id', '=', personId)
    .orderBy('read_at', 'desc')
    .orderBy('blog_id', 'desc')
    .offset(placesMax)
    .limit(placesMax);
  await db
    .deleteFrom('reading_places')
    .where('person_id', '=', personId)
    .where('blog_id', 'in', db.selectFrom(old.as('old')).select('old.blog_id'))
    .execute();
}

/** Stores a person's place and replaces the previous one of the same blog. */
export async function upsertPlace(
  write: Write,
  { personId, blogId, place, now }: PlaceOf & { readonly place: Place; readonly now: number },
): Promise<void> {
  const { block, hash, share, isFinished, known } = place;
  const values = {
    read_at: now,
    share,
    is_finished: isFinished ? 1 : 0,
    block,
    block_hash: hash,
    known_blocks: known,
  };
  const updated = await write.db
    .updateTable('reading_places')
    .set(values)
    .where('person_id', '=', personId)
    .where('blog_id', '=', blogId)
    .returning('blog_id')
    .executeTakeFirst();
  if (updated) return;
  await write.db
    .insertInto('reading_places')
    .values({ person_id: personId, blog_id: blogId, ...values })
    .execute();
  await trim(write, personId);
}

export async function deletePlace({ db }: Write, { personId, blogId }: PlaceOf): Promise<void> {
  await db
    .deleteFrom('reading_places')
    .where('person_id', '=', personId)
    .where('blog_id', '=', blogId)
    .execute();
}

export async function deletePlaces(
  { db }: { readonly db: Pick<Reader, 'deleteFrom'> },
  personId: string,
): Promise<void> {
  await db.deleteFrom('reading_places').where('person_id', '=', personId).execute();
}

/** Switches the history on; or off, which deletes it. */
export async function setHistoryKept(
  write: Write,
  { personId, isKept, now }: { personId: string; isKept: boolean; now: number },
): Promise<void> {
  const { db } = write;
  if (isKept) {
    await db.deleteFrom('stopped_histories').where('person_id', '=', personId).execute();
    return;
  }
  await db
    .insertInto('stopped_histories')
    .values({ person_id: personId, stopped_at: now })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .execute();
  await deletePlaces(write, personId);
}

export type ReadRow = Pick<
  Selectable<ReadingPlacesTable>,
  'blog_id' | 'read_at' | 'share' | 'is_finished'
>;

/** A person's reading history, latest first; at most `placesMax` rows. */
export function findRead(db: Db, personId: string): Promise<readonly ReadRow[]> {
  return db
    .selectFrom('reading_places')
    .select(['blog_id', 'read_at', 'share', 'is_finished'])
    .where('person_id', '=', personId)
    .orderBy('read_at', 'desc')
    .orderBy('blog_id', 'desc')
    .limit(placesMax)
    .execute();
}
