import { sql } from 'kysely';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { enoughPicturesToday, noRoomForPictures, pictureTakenDown } from '../contract/pictures.ts';
import type { PicturesTable } from './tables.ts';

type Db = Pick<Reader, 'selectFrom'>;
/** Inside a write, or directly on the database of a stopped site. */
export type WriteDb = Pick<Reader, 'selectFrom' | 'insertInto' | 'deleteFrom'>;

const dayMs = 24 * 60 * 60_000;
/** A picture unused in its owner's texts for so long is deleted. */
const unusedMs = 7 * dayMs;

/** Rows deleted in one write. */
const rowsAtOnce = 100;

/** Quotas of one account; Infinity for none. */
export interface PictureLimits {
  readonly bytes: number;
  readonly perDay: number;
}

/**
 * Throws `no-room-for-pictures` if a person's pictures, `more` included, exceed their quota, and
 * `enough-pictures-today`. A picture that they own already costs nothing more.
 */
export async function assertRoomForPicture(
  db: Db,
  ownerId: string,
  { limits, now, more }: { limits: PictureLimits; now: number; more?: number },
): Promise<void> {
  const { bytes, today } = await db
    .selectFrom('pictures')
    .select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes'))
    .select(
      sql<number>`coalesce(sum(case when created_at > ${now - dayMs} then 1 else 0 end), 0)`.as(
        'today',
      ),
    )
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  // PostgreSQL returns the sum as a string, as it is a `numeric`.
  if (Number(bytes) + (more ?? 1) > limits.bytes) throw noRoomForPictures();
  if (Number(today) < limits.perDay) return;
  throw enoughPicturesToday({ retryAfter: 60 * 60 });
}

interface NewPicture {
  readonly name: string;
  readonly ownerId: string;
  readonly bytes: number;
  readonly now: number;
}

/**
 * Records the owner of a picture; one that the person owns already counts as just uploaded. True if it is new to them.
 * The write holds the person's lock.
 */
export async function notePicture(
  { db }: Write,
  { name, ownerId, bytes, now }: NewPicture,
  limits: PictureLimits,
): Promise<boolean> {
  const times = { used_at: now, look_at: now + unusedMs };
  const known = await db
    .updateTable('pictures')
    .set(times)
    .where('name', '=', name)
    .where('owner_id', '=', ownerId)
    .returning('name')
    .executeTakeFirst();
  if (known) return false;
  if (await isTakenDown(db, name)) throw pictureTakenDown();
  await assertRoomForPicture(db, ownerId, { limits, now, more: bytes });
  await db
    .insertInto('pictures')
    .values({ id: rowId(), name, owner_id: ownerId, bytes, created_at: now, ...times })
    .execute();
  return true;
}

/** Makes a picture that could not be stored due, so that the next sweep removes its files. */
export async function giveUpPicture(
  { db }: Write,
  { name, ownerId }: Pick<NewPicture, 'name' | 'ownerId'>,
): Promise<void> {
  await db
    .updateTable('pictures')
    .set({ used_at: 0, look_at: 0 })
    .where('name', '=', name)
    .where('owner_id', '=', ownerId)
    .execute();
}

/** Leading hexadecimal digits of a name: the digest of the pixels. */
const digestDigits = 32;
export const digestOf = (name: string) => name.slice(0, digestDigits);

/** Whether staff took the picture down; the digest alone decides. */
export async function isTakenDown(db: Db, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('taken_down_pictures')
    .select('digest')
    .where('digest', '=', digestOf(name))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this person owns it. */
export async function findOwned(db: Db, name: string, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('pictures')
    .select('id')
    .where('name', '=', name)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The names of a person's pictures, newest first. */
export async function newestOf(db: Db, ownerId: string, most: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('pictures')
    .select('name')
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ name }) => name);
}

/** The ids of its owners. */
export async function ownersOf(db: Db, name: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('pictures')
    .select('owner_id')
    .where('name', '=', name)
    .where('owner_id', 'is not', null)
    .execute();
  return rows.flatMap(({ owner_id }) => owner_id ?? []);
}

/** Removes all owners of a picture and makes its files due for deletion; it counts against no quota. */
export async function dropForAll(db: WriteDb, name: string): Promise<void> {
  await db.deleteFrom('pictures').where('name', '=', name).execute();
  const due = { owner_id: null, bytes: 0, created_at: 0, used_at: 0, look_at: 0 };
  await db
    .insertInto('pictures')
    .values({ id: rowId(), name, ...due })
    .execute();
}

/** Whether any row names the picture. */
export async function isReferenced(db: Db, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('pictures')
    .select('name')
    .where('name', '=', name)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Owners of pictures that are due for a check, the most overdue first; without accounts in their grace period. */
export async function ownersDue(db: Db, now: number, most: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('pictures')
    .innerJoin('people', 'people.id', 'pictures.owner_id')
    .select('people.id')
    .where('look_at', '<=', now)
    .where('ends_at', 'is', null)
    .groupBy('people.id')
    .orderBy(sql`min(look_at)`)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export function picturesOf(db: Db, ownerId: string) {
  return db
    .selectFrom('pictures')
    .select(['name', 'bytes', 'created_at', 'used_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('name')
    .execute();
}

/**
 * Records which of a person's pictures their texts use. Resolves to the rows that it deleted because they were unused
 * for too long.
 */
export async function noteUses(
  { db }: Write,
  ownerId: string,
  { used, now }: { readonly used: ReadonlySet<string>; readonly now: number },
): Promise<readonly PicturesTable[]> {
  const gone: PicturesTable[] = [];
  const all = await db
    .selectFrom('pictures')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute();
  for (const picture of all) {
    const used_at = used.has(picture.name) ? now : picture.used_at;
    if (used_at <= now - unusedMs) {
      gone.push(picture);
      await db.deleteFrom('pictures').where('id', '=', picture.id).execute();
      continue;
    }
    await db
      .updateTable('pictures')
      .set({ used_at, look_at: used_at + unusedMs })
      .where('id', '=', picture.id)
      .execute();
  }
  return gone;
}

/** Restores rows that were deleted. */
export async function putBack({ db }: Write, pictures: readonly PicturesTable[]): Promise<void> {
  for (const picture of pictures) {
    await db
      .insertInto('pictures')
      .values(picture)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const never = Number.MAX_SAFE_INTEGER;

/** Disowns the pictures of a deleted account: those in `shown` are kept, the others become due for deletion. */
export async function disownPictures(
  { db }: Write,
  ownerId: string,
  shown: ReadonlySet<string>,
): Promise<void> {
  for (const { name } of await picturesOf(db, ownerId)) {
    await db
      .updateTable('pictures')
      .set({ owner_id: null, look_at: shown.has(name) ? never : 0 })
      .where('name', '=', name)
      .where('owner_id', '=', ownerId)
      .execute();
  }
}

/** Keeps a picture for an imported blog whose author has no account. Throws `picture-taken-down`. */
export async function storeUnowned(
  { db }: Write,
  { name, bytes, now }: Omit<NewPicture, 'ownerId'>,
): Promise<void> {
  if (await isTakenDown(db, name)) throw pictureTakenDown();
  const known = await db
    .selectFrom('pictures')
    .select('id')
    .where('name', '=', name)
    .where('owner_id', 'is', null)
    .executeTakeFirst();
  const times = { created_at: now, used_at: now, look_at: never };
  const row = { id: known?.id ?? rowId(), name, owner_id: null, bytes, ...times };
  await db
    .insertInto('pictures')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ look_at: never }))
    .execute();
}

/** Deletes a batch of due rows without an owner. Resolves to these rows. */
export async function deleteUnowned({ db }: Write, now: number): Promise<readonly PicturesTable[]> {
  const due = await db
    .selectFrom('pictures')
    .selectAll()
    .where('look_at', '<=', now)
    .where('owner_id', 'is', null)
    .orderBy('look_at')
    .limit(rowsAtOnce)
    .execute();
  if (due.length === 0) return [];
  await db
    .deleteFrom('pictures')
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute();
  return due;
}
