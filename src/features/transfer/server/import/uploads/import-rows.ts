import type { Insertable } from 'kysely';
import type { RetentionRule } from '../../../../../storage/background/sweep.ts';
import { rowId } from '../../../../../storage/row-id.ts';
import type { Reader, Write } from '../../../../../storage/storage.ts';
import {
  type ImportStage,
  importElsewhere,
  importHours,
  importNotFound,
  importUnderway,
  reportDays,
  reportLinesMax,
  startImport,
} from '../../../import-contract.ts';
import type { ImportLinesTable, ImportsTable } from '../../tables.ts';
import type { ImportCounts, ItemResult } from '../items/outcome.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Cache tag of imports; touching it wakes the jobs. */
export const importsTag = 'imports';
/** Lock key of every write that changes an import's stage. */
export const importsLock = 'imports';

const hourMs = 60 * 60_000;
const fileMs = importHours * hourMs;
const reportMs = reportDays * 24 * hourMs;

export const importRetention: readonly RetentionRule[] = [
  { table: 'imports', key: ['id'], column: 'ends_at', keptMs: 0 },
];

/** Stages that need the file. */
export const openStages: readonly ImportStage[] = ['uploading', 'looking', 'ready', 'running'];

export const choicesSchema = startImport.body.omit({ password: true });

export function findLatest(db: Db) {
  return db.selectFrom('imports').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
}

export async function findImport(db: Db, id: string): Promise<ImportsTable> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw importNotFound();
  return row;
}

export async function openImportIds(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('stage', 'in', openStages)
    .limit(100)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Creates an import, in place of a finished one. Throws `import-underway`. */
export async function insertImport(
  { db, touch }: Write,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: number },
  now: number,
): Promise<ImportsTable> {
  if ((await openImportIds(db)).size > 0) throw importUnderway();
  // Deletes the previous import with its report.
  await db.deleteFrom('imports').execute();
  const row = {
    id: rowId(),
    stage: 'uploading' as const,
    file_name: fileName,
    bytes,
    received: 0,
    system: '',
    options: '{}',
    preview: '{}',
    counts: '{}',
    done: 0,
    reason: '',
    created_at: now,
    changed_at: now,
    ends_at: now + fileMs,
  };
  await db.insertInto('imports').values(row).execute();
  touch(importsTag);
  return row;
}

type Changes = Partial<Omit<Insertable<ImportsTable>, 'id' | 'stage' | 'received'>>;

/**
 * Moves an import from one of these stages to another. Throws `import-elsewhere` if it is in none of them, or if
 * `received` isn't the expected value.
 */
export async function changeImport(
  { db, touch }: Write,
  id: string,
  from: readonly ImportStage[],
  to: ImportStage,
  { received, ...changes }: Changes & { readonly received?: readonly [from: number, to: number] },
  now: number,
): Promise<void> {
  const isOver = !openStages.includes(to);
  let update = db
    .updateTable('imports')
    .set({
      ...changes,
      ...(received && { received: received[1] }),
      stage: to,
      changed_at: now,
      ends_at: now + (isOver || to === 'running' ? reportMs : fileMs),
    })
    .where('id', '=', id)
    .where('stage', 'in', from);
  if (received) update = update.where('received', '=', received[0]);
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw importElsewhere();
  touch(importsTag);
}

/** Whether an import is still in this stage: an owner may have ended it. */
export async function isInStage(db: Db, id: string, stage: ImportStage): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('stage')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.stage === stage;
}

const outcomeWords = (result: ItemResult) =>
  result.isDraft && (result.outcome === 'imported' || result.outcome === 'updated')
    ? `${result.outcome} as a draft`
    : result.outcome;
/** Maximum characters of a line's detail. */
const detailMax = 4_000;

function detailOf({ reason, notes = [] }: ItemResult): string {
  const detail = [...(reason ? [reason] : []), ...notes].join('; ').replaceAll('\0', '');
  const isCut = detail.length > detailMax;
  return (isCut ? `${detail.slice(0, detailMax)} …` : detail).toWellFormed();
}

/** Counts the items without a line of their own, in a line after all others. */
async function noteUnlisted({ db }: Write, id: string, { unlisted }: ImportCounts): Promise<void> {
  if (unlisted === 0) return;
  const line = {
    kind: 'other',
    name: unlisted === 1 ? '1 more item' : `${unlisted.toLocaleString('en-US')} more items`,
    outcome: 'not listed',
    detail: `The report lists the first ${reportLinesMax.toLocaleString('en-US')} items; the table counts all.`,
  };
  await db
    .insertInto('import_lines')
    .values({ import_id: id, place: reportLinesMax, ...line })
    .onConflict((conflict) => conflict.columns(['import_id', 'place']).doUpdateSet(line))
    .execute();
}

/** Deletes the report of a look at the file, which the import itself replaces. */
export async function clearLines({ db }: Write, id: string): Promise<void> {
  await db.deleteFrom('import_lines').where('import_id', '=', id).execute();
}

/** Records outcomes and progress; each outcome once, even if items are processed again after a restart. */
export async function noteProgress(
  write: Write,
  id: string,
  {
    results,
    done,
    counts,
  }: {
    readonly results: readonly { readonly place: number; readonly result: ItemResult }[];
    readonly done: number;
    readonly counts: ImportCounts;
  },
  now: number,
): Promise<void> {
  const { db, touch } = write;
  const lines: ImportLinesTable[] = results.map(({ place, result }) => ({
    import_id: id,
    place,
    kind: result.kind,
    name: result.name,
    outcome: outcomeWords(result),
    detail: detailOf(result),
  }));
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ done, counts: JSON.stringify(counts), changed_at: now })
    .where('id', '=', id)
    .executeTakeFirst();
  // An owner has ended it: its lines went with it.
  if (Number(numUpdatedRows) === 0) return;
  if (lines.length > 0) {
    await db
      .insertInto('import_lines')
      .values(lines)
      .onConflict((conflict) => conflict.columns(['import_id', 'place']).doNothing())
      .execute();
  }
  await noteUnlisted(write, id, counts);
  touch(`${importsTag}:${id}`);
}

export function findLines(
  db: Db,
  id: string,
  { after, limit }: { readonly after: number; readonly limit: number },
) {
  return db
    .selectFrom('import_lines')
    .select(['place', 'kind', 'name', 'outcome', 'detail'])
    .where('import_id', '=', id)
    .where('place', '>', after)
    .orderBy('place')
    .limit(limit)
    .execute();
}
