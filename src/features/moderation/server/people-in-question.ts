import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TextKind } from '../../../blog/held.ts';
import type { Reader } from '../../../storage/storage.ts';
import './tables.ts';

/** Open decisions of staff about a person's texts, and what can be restored in one action. */
export interface TextsInQuestion {
  /** Open reports. */
  readonly reports: Readonly<Record<TextKind, number>>;
  /** Texts held for approval. */
  readonly waiting: Readonly<Record<TextKind, number>>;
  /** The last batch that was hidden as one action and is still hidden; null where there is none. */
  readonly hidden: {
    readonly batch: string;
    readonly count: number;
    readonly reason: string;
  } | null;
}

const reported = sql.raw('report_cases where open > 0');
const waits = sql.raw("moderation_holds where state = 'waiting' and ends_at is null");

/** Selects people with texts in a table, read by a partial index. */
function whoseTextsAre(among: RawBuilder<unknown>) {
  return {
    /** The greatest author ids, below `before` if given. */
    newest: (before: string | undefined, most: number) =>
      sql<string>`select author_id from ${among}
        ${before === undefined ? sql`` : sql`and author_id < ${before}`}
        and author_id is not null group by author_id order by author_id desc limit ${most}`,
    /** Whether the current row of `people` is one of them. */
    has: sql<SqlBool>`exists (select 1 from ${among} and author_id = people.id)`,
  };
}

/** People whose texts are reported or held for approval. */
export const peopleInQuestion = {
  reported: whoseTextsAre(reported),
  waiting: whoseTextsAre(waits),
} as const;

const nothing: TextsInQuestion = {
  reports: { blog: 0, comment: 0 },
  waiting: { blog: 0, comment: 0 },
  hidden: null,
};

interface Counted {
  readonly id: string;
  readonly kind: string;
  readonly n: number;
}

/** Open decisions about the texts of each of these people; people without any are absent. */
export async function findTextsInQuestion(
  db: Reader,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, TextsInQuestion>> {
  const found = new Map<string, TextsInQuestion>();
  if (personIds.length === 0) return found;
  const of = (id: string) => found.get(id) ?? nothing;
  const ids = sql.join(personIds);
  const reports = await sql<Counted>`
    select author_id as id, kind, sum(open) as n from ${reported}
      and author_id in (${ids}) group by author_id, kind`.execute(db);
  for (const { id, kind, n } of reports.rows) {
    found.set(id, { ...of(id), reports: { ...of(id).reports, [kind]: Number(n) } });
  }
  const waiting = await sql<Counted>`
    select author_id as id, kind, count(*) as n from ${waits}
      and author_id in (${ids}) group by author_id, kind`.execute(db);
  for (const { id, kind, n } of waiting.rows) {
    found.set(id, { ...of(id), waiting: { ...of(id).waiting, [kind]: Number(n) } });
  }
  // Batch ids are in order of time: the last row is the latest.
  const hidden = await sql<{ id: string; batch: string; n: number; reason: string }>`
    select id, batch, n,
      (select reason from moderation_holds as one where one.batch = counted.batch limit 1) as reason
    from (select author_id as id, batch, count(*) as n from moderation_holds
      where batch is not null and author_id in (${ids}) group by author_id, batch) as counted
    order by batch`.execute(db);
  for (const { id, batch, n, reason } of hidden.rows) {
    found.set(id, { ...of(id), hidden: { batch, count: Number(n), reason } });
  }
  return found;
}

/** Figures are exact up to this number; each is counted by an index. */
const countedMax = 1_000;

async function count(db: Reader, among: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 as one from ${among} limit ${countedMax}) as counted`.execute(
    db,
  );
  return Number(rows[0]?.n);
}

/** The number of texts with open reports. */
export const countReported = (db: Reader): Promise<number> => count(db, reported);

/** The number of texts with open decisions, for monitoring. */
export async function countTextsInQuestion(
  db: Reader,
): Promise<{ readonly reported: number; readonly waiting: number }> {
  return { reported: await countReported(db), waiting: await count(db, waits) };
}
