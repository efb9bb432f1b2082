import { sql } from 'kysely';
import { inBatches } from './background/in-batches.ts';
import type { Reader, Write } from './storage.ts';

/** Rows that are read at once: enough to be quick, few enough for one after the other to be small. */
const batchSize = 50;
/** Rows that are written at once: the caller has them in memory already. */
const writtenAtOnce = 500;
/** How long what somebody deleted can be had back, in milliseconds. */
const undoMs = 7 * 24 * 60 * 60_000;
/** Bytes that are kept of what one person deleted, as long as it isn't a single thing: the oldest go first. */
const deletedBytesMax = 100 * 1024 * 1024;

/** For whose sake rows are out of sight, and until when. */
export interface Sake {
  /** Null where what staff took away had no author. */
  readonly holderId: string | null;
  /** The one act, such as a deletion, with which the rows come back; null where it was their account's. */
  readonly deletionId: string | null;
  /** Milliseconds since 1970; null where the rows go with the account. */
  readonly endsAt: number | null;
}

/** The rows wait until the account is restored. */
export function forAccount(holderId: string): Sake {
  return { holderId, deletionId: null, endsAt: null };
}

/** The rows wait until the person who deleted a thing wants it back. */
export function forUndo(holderId: string, deletionId: string, now: number): Sake {
  return { holderId, deletionId, endsAt: now + undoMs };
}

/**
 * The rows wait for as long as it takes, until an act is undone that isn't a deletion: a blog is a draft again, or hidden.
 * What waits like this counts among what its writer holds.
 */
export function forAct(holderId: string, act: string, id: string): Sake {
  return { holderId, deletionId: `${act} ${id}`, endsAt: null };
}

/** The same rows, which go in some days unless somebody wants them back. */
export function deleted(sake: Sake, now: number): Sake {
  return { ...sake, endsAt: now + undoMs };
}

/** The rows wait until staff bring back the text that they belong to, or for good; at `endsAt` they go. */
export function forStaff(authorId: string | null, textId: string, endsAt: number | null): Sake {
  return { holderId: authorId, deletionId: `held ${textId}`, endsAt };
}

/** What waits for one sake waits for another from now on. */
export async function changeSake({ db }: Write, from: Sake, to: Sake): Promise<void> {
  await db
    .updateTable('set_aside_rows')
    .set({ holder_id: to.holderId, deletion_id: to.deletionId, ends_at: to.endsAt })
    .where((eb) =>
      eb.and([
        eb('holder_id', from.holderId === null ? 'is' : '=', from.holderId),
        eb('deletion_id', from.deletionId === null ? 'is' : '=', from.deletionId),
      ]),
    )
    .execute();
}

/** A row that is set aside, as it stood in its table; undefined where it isn't. */
export async function findSetAside(
  db: Pick<Reader, 'selectFrom'>,
  kind: string,
  rowId: string,
): Promise<object | undefined> {
  const row = await db
    .selectFrom('set_aside_rows')
    .select('row')
    .where('kind', '=', kind)
    .where('row_id', '=', rowId)
    .executeTakeFirst();
  return row && JSON.parse(row.row);
}

/** A row that is out of sight. */
export interface SetAsideRow {
  readonly rowId: string;
  /** Whose it is; it goes with them, too. */
  readonly personId: string | null;
  readonly row: object;
}

/** Keeps rows of one kind for somebody's sake. What is set aside already, stays as it is. */
export async function setAside(
  { db }: Write,
  kind: string,
  { holderId, deletionId, endsAt }: Sake,
  rows: readonly SetAsideRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += writtenAtOnce) {
    await db
      .insertInto('set_aside_rows')
      .values(
        rows.slice(start, start + writtenAtOnce).map(({ rowId, personId, row }) => ({
          kind,
          row_id: rowId,
          holder_id: holderId,
          person_id: personId,
          row: JSON.stringify(row),
          deletion_id: deletionId,
          ends_at: endsAt,
        })),
      )
      .onConflict((conflict) => conflict.columns(['kind', 'row_id']).doNothing())
      .execute();
  }
}

/** Gives `take` the rows of one kind that were set aside for somebody's sake, some at a time; they are set aside no more. */
export async function takeBack(
  { db }: Write,
  kind: string,
  { holderId, deletionId }: Sake,
  take: (rows: readonly SetAsideRow[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('set_aside_rows')
      .select(['row_id', 'person_id', 'row'])
      .where('holder_id', holderId === null ? 'is' : '=', holderId)
      .where('kind', '=', kind)
      .where('deletion_id', deletionId === null ? 'is' : '=', deletionId)
      .orderBy('row_id')
      .limit(batchSize)
      .execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ row_id }) => row_id);
    await db
      .deleteFrom('set_aside_rows')
      .where('kind', '=', kind)
      .where('row_id', 'in', ids)
      .execute();
    await take(
      rows.map((one) => ({
        rowId: one.row_id,
        personId: one.person_id,
        row: JSON.parse(one.row),
      })),
    );
  }
}

/** For whose sake each of these rows is out of sight; those that aren't are left out. */
export async function sakesOf(
  { db }: Write,
  kind: string,
  rowIds: readonly string[],
): Promise<ReadonlyMap<string, Sake>> {
  const rows = await db
    .selectFrom('set_aside_rows')
    .select(['row_id', 'holder_id', 'deletion_id', 'ends_at'])
    .where('kind', '=', kind)
    .where('row_id', 'in', rowIds)
    .execute();
  return new Map(
    rows.map(({ row_id, holder_id, deletion_id, ends_at }) => [
      row_id,
      { holderId: holder_id, deletionId: deletion_id, endsAt: ends_at },
    ]),
  );
}

/** Says anew how long the rows of an act wait. */
export async function setEnd(
  { db }: Write,
  { holderId, deletionId }: Sake,
  endsAt: number | null,
): Promise<void> {
  await db
    .updateTable('set_aside_rows')
    .set({ ends_at: endsAt })
    .where('holder_id', '=', holderId)
    .where('deletion_id', '=', deletionId)
    .execute();
}

/** What a person deleted and can still have back; undefined for anything else. */
export async function findDeletion(
  { db }: Write,
  kind: string,
  holderId: string,
  deletionId: string,
  now: number,
): Promise<Sake | undefined> {
  const row = await db
    .selectFrom('set_aside_rows')
    .select('ends_at')
    .where('holder_id', '=', holderId)
    .where('deletion_id', '=', deletionId)
    .where('kind', '=', kind)
    .where('row_id', '=', deletionId)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return row && { holderId, deletionId, endsAt: row.ends_at };
}

/**
 * Lets go of what a person deleted longest ago, where all of it together is more than is kept; never of the latest.
 * Otherwise who publishes and deletes all day would fill the disk.
 */
export async function boundDeletions(
  { db }: Write,
  holderId: string,
  bytesMax = deletedBytesMax,
): Promise<void> {
  const deletions = await db
    .selectFrom('set_aside_rows')
    .select(['deletion_id', sql<number>`sum(octet_length(${sql.ref('row')}))`.as('bytes')])
    .where('holder_id', '=', holderId)
    .where('deletion_id', 'is not', null)
    // What staff hide isn't theirs to let go of.
    .where('ends_at', 'is not', null)
    .groupBy('deletion_id')
    .orderBy((eb) => eb.fn.max('ends_at'), 'desc')
    .orderBy('deletion_id', 'desc')
    .execute();
  let sum = 0;
  for (const [index, { deletion_id, bytes }] of deletions.entries()) {
    sum += Number(bytes);
    if (index === 0 || sum <= bytesMax) continue;
    await db
      .deleteFrom('set_aside_rows')
      .where('holder_id', '=', holderId)
      .where('deletion_id', '=', deletion_id)
      .execute();
  }
}

/** What of one kind a person wrote and somebody deleted, as it stood in its table, with the time when it goes. */
export async function* deletedRowsOf(
  db: Reader,
  kind: string,
  personId: string,
  atOnce: number,
): AsyncGenerator<object> {
  const rows = inBatches<{ row_id: string; row: string; ends_at: number | null }>(
    atOnce,
    (last, size) =>
      db
        .selectFrom('set_aside_rows')
        .select(['row_id', 'row', 'ends_at'])
        .where('person_id', '=', personId)
        .where('kind', '=', kind)
        .where('row_id', '>', last?.row_id ?? '')
        .orderBy('row_id')
        .limit(size)
        .execute(),
  );
  for await (const { row, ends_at } of rows) yield { ...JSON.parse(row), deleted_until: ends_at };
}
