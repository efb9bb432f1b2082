import { sql } from 'kysely';
import { z } from 'zod';
import type { TextKind } from '../../../blog/held.ts';
import { setHoldAuthor } from '../../../blog/server/held/moderation-holds.ts';
import { isId } from '../../../platform/text/id.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { ownText, type ReportReason, reportedAlready, textNotFound } from '../contract/reports.ts';
import './tables.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Identifies a text. */
export interface TextName {
  readonly kind: TextKind;
  readonly id: string;
}

/** The author of a visible text; undefined where the text isn't visible. */
async function findWriter(
  db: Db,
  { kind, id }: TextName,
): Promise<{ id: string | null } | undefined> {
  if (!isId(id)) return undefined;
  if (kind === 'blog') {
    return db
      .selectFrom('published_blogs')
      .select('author_id as id')
      .where('id', '=', id)
      .executeTakeFirst();
  }
  return db
    .selectFrom('published_comments')
    .select('person_id as id')
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A person's open reports that count towards a text's rank; further ones have weight 0. */
const countingMax = 5;

async function weightOf(db: Db, personId: string): Promise<number> {
  const open = await db
    .selectFrom('reports')
    .select('id')
    .where('person_id', '=', personId)
    .where('closed_at', 'is', null)
    .limit(countingMax)
    .execute();
  return open.length < countingMax ? 1 : 0;
}

export interface NewReport extends TextName {
  readonly personId: string;
  readonly reason: ReportReason;
  readonly note: string;
  readonly now: number;
}

/** Saves a report. Throws `text-not-found`, `own-text`, `reported-already`. The write must hold the person's lock. */
export async function insertReport({ db }: Write, report: NewReport): Promise<void> {
  const { kind, id, personId, reason, note, now } = report;
  const writer = await findWriter(db, report);
  if (!writer) throw textNotFound();
  if (writer.id === personId) throw ownText();
  const weight = await weightOf(db, personId);
  const added = await db
    .insertInto('reports')
    .values({
      id: rowId(),
      kind,
      subject_id: id,
      person_id: personId,
      reason,
      note,
      weight,
      created_at: now,
      closed_at: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id', 'person_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw reportedAlready();
  await db
    .insertInto('report_cases')
    .values({ kind, subject_id: id, open: 1, weight, first_at: now, author_id: writer.id })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject_id']).doUpdateSet({
        open: sql<number>`report_cases.open + 1`,
        weight: sql<number>`report_cases.weight + excluded.weight`,
        first_at: sql<number>`case when report_cases.open = 0 then excluded.first_at else report_cases.first_at end`,
      }),
    )
    .execute();
}

/** The author of a reported text; null for an author without an account, and for a text without reports. */
export async function findReported(db: Db, { kind, id }: TextName): Promise<string | null> {
  const about = await db
    .selectFrom('report_cases')
    .select('author_id')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .executeTakeFirst();
  return about?.author_id ?? null;
}

/** Closes the open reports of a text. Resolves to their number. */
export async function closeReports({ db }: Write, { kind, id }: TextName, now: number) {
  const closed = await db
    .updateTable('reports')
    .set({ closed_at: now })
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .execute();
  if (closed.length > 0) await count(db, { kind, id });
  return closed.length;
}

/** Reopens the reports that `closeReports` closed at `closedAt`. */
export async function reopenReports({ db }: Write, { kind, id }: TextName, closedAt: number) {
  const opened = await db
    .updateTable('reports')
    .set({ closed_at: null })
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('closed_at', '=', closedAt)
    .returning('id')
    .execute();
  if (opened.length > 0) await count(db, { kind, id });
  return opened.length;
}

/** Recounts a text's open reports. */
async function count(db: Write['db'], { kind, id }: TextName): Promise<void> {
  // Locks the row: a concurrent report is counted here, or adds itself afterwards.
  await db
    .updateTable('report_cases')
    .set({ open: sql<number>`open` })
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .execute();
  const { open, weight, first_at } = await db
    .selectFrom('reports')
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      fn.min<number | null>('created_at').as('first_at'),
      fn.sum<number | null>('weight').as('weight'),
    ])
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('report_cases')
    .set({
      open: Number(open),
      weight: Number(weight ?? 0),
      ...(first_at !== null && { first_at: Number(first_at) }),
    })
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .execute();
}

/** A position in the queue. */
export interface QueuePlace extends TextName {
  readonly weight: number;
  readonly firstAt: number;
}

interface QueueRequest {
  readonly after: QueuePlace | undefined;
  readonly limit: number;
  readonly kind?: TextKind;
  /** The author; empty for anybody. */
  readonly authorId?: string;
}

/** A page of the queue: the texts reported by most people first, then the longest waiting. */
export async function findCases(
  db: Db,
  { after, limit, kind, authorId = '' }: QueueRequest,
): Promise<QueuePlace[]> {
  let query = db
    .selectFrom('report_cases')
    .selectAll()
    .where('open', '>', 0)
    .orderBy('weight', 'desc')
    .orderBy('first_at')
    .orderBy('kind')
    .orderBy('subject_id')
    .limit(limit);
  if (kind) query = query.where('kind', '=', kind);
  if (authorId !== '') query = query.where('author_id', '=', authorId);
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb('weight', '<', after.weight),
        eb.and([
          eb('weight', '=', after.weight),
          eb(
            eb.refTuple('first_at', 'kind', 'subject_id'),
            '>',
            eb.tuple(after.firstAt, after.kind, after.id),
          ),
        ]),
      ]),
    );
  }
  const rows = await query.execute();
  return rows.map((row) => ({
    kind: row.kind as TextKind,
    id: row.subject_id,
    weight: row.weight,
    firstAt: row.first_at,
  }));
}

const personalReportSchema = z.object({
  id: z.string(),
  kind: z.string(),
  subject_id: z.string(),
  reason: z.string(),
  note: z.string(),
  created_at: z.number(),
});

/** Personal data of this feature: the person's reports. Deleted with the account. */
export function personalReports(storage: Storage) {
  const of = (db: Db, personId: string) =>
    db
      .selectFrom('reports')
      .select(['id', 'kind', 'subject_id', 'reason', 'note', 'created_at'])
      .where('person_id', '=', personId)
      .orderBy('id');
  return {
    name: 'reports',
    row: personalReportSchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      yield* await of(storage.reader, personId).execute();
    },
    async end({ db }: Write, personId: string): Promise<void> {
      const open = await of(db, personId).where('closed_at', 'is', null).execute();
      await db.deleteFrom('reports').where('person_id', '=', personId).execute();
      for (const { kind, subject_id } of open) {
        await count(db, { kind: kind as TextKind, id: subject_id });
      }
    },
  };
}

/** Sets the new author in the reports and holds of texts that changed their author. */
export async function renameInQuestion(
  write: Write,
  texts: { readonly kind: TextKind; readonly ids: readonly string[]; readonly to: string },
): Promise<void> {
  await setHoldAuthor(write, texts);
  await write.db
    .updateTable('report_cases')
    .set({ author_id: texts.to })
    .where('kind', '=', texts.kind)
    .where('subject_id', 'in', texts.ids)
    .execute();
}
