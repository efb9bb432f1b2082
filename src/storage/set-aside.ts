import type { Write } from './storage.ts';

/** Rows that are read and written at once: enough to be quick, few enough for one after the other to be small. */
const batchSize = 50;

/** A row that is out of sight for the sake of `holderId`, until that account is called back or gone. */
export interface SetAsideRow {
  readonly rowId: string;
  /** Whose it is; it goes with them, too. */
  readonly personId: string;
  readonly row: object;
}

/** Keeps rows of one kind for a holder. What is set aside already, stays as it is. */
export async function setAside(
  { db }: Write,
  kind: string,
  holderId: string,
  rows: readonly SetAsideRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) {
    await db
      .insertInto('set_aside_rows')
      .values(
        rows.slice(start, start + batchSize).map(({ rowId, personId, row }) => ({
          kind,
          row_id: rowId,
          holder_id: holderId,
          person_id: personId,
          row: JSON.stringify(row),
        })),
      )
      .onConflict((conflict) => conflict.columns(['kind', 'row_id']).doNothing())
      .execute();
  }
}

/** Gives `take` the rows of one kind that were set aside for a holder, some at a time; they are set aside no more. */
export async function takeBack(
  { db }: Write,
  kind: string,
  holderId: string,
  take: (rows: readonly SetAsideRow[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('set_aside_rows')
      .select(['row_id', 'person_id', 'row'])
      .where('holder_id', '=', holderId)
      .where('kind', '=', kind)
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
export async function holdersOf(
  { db }: Write,
  kind: string,
  rowIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('set_aside_rows')
    .select(['row_id', 'holder_id'])
    .where('kind', '=', kind)
    .where('row_id', 'in', rowIds)
    .execute();
  return new Map(rows.map(({ row_id, holder_id }) => [row_id, holder_id]));
}
