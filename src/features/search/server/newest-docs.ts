import { dateWords } from '../../../blog/server/text-index.ts';
import { keptQuery } from '../../../storage/kept-query.ts';
import { isListed } from '../../../storage/listed.ts';
import type { Reader } from '../../../storage/storage.ts';
import type { TextQuery } from './parse-query.ts';
import type { DocRange } from './postings/doc-range.ts';
import type { IndexQuery, Postings } from './postings/postings.ts';

/** Texts at each end of a range of dates whose document numbers bound the first look. */
const endsMax = 200;
/** Most texts examined for one that is newer than a match but has a lower number. */
const newerMax = 5_000;

/** Whole days (UTC), in milliseconds since 1970: from `from` on, before `until`. */
export interface Dates {
  readonly from: number;
  readonly until: number;
}

/** What is indexed; empty ranges without any text. */
export interface Indexed {
  readonly range: DocRange;
  /** Whole years. */
  readonly dates: Dates;
}

const yearOf = (time: number) => new Date(time).getUTCFullYear();
const beginningOf = (year: number) => Date.UTC(year, 0);

const endsOfIndex = keptQuery((db) =>
  db.selectNoFrom((row) => [
    row
      .selectFrom('search_texts')
      .select(({ fn }) => fn.min('doc').as('doc'))
      .as('lowest'),
    row
      .selectFrom('search_texts')
      .select(({ fn }) => fn.max('doc').as('doc'))
      .as('highest'),
    row
      .selectFrom('search_texts')
      .select(({ fn }) => fn.min('created_at').as('at'))
      .as('oldest'),
    row
      .selectFrom('search_texts')
      .select(({ fn }) => fn.max('created_at').as('at'))
      .as('newest'),
  ]),
);

const nothing: Indexed = { range: { lowest: 1, highest: 0 }, dates: { from: 0, until: 0 } };

/** The numbers and the years of all indexed texts. */
export async function readIndexed(reader: Reader): Promise<Indexed> {
  const [ends] = await endsOfIndex(reader, {});
  const { lowest = null, highest = null, oldest = null, newest = null } = ends ?? {};
  if (lowest === null || highest === null || oldest === null || newest === null) return nothing;
  const dates = {
    from: beginningOf(yearOf(Number(oldest))),
    until: beginningOf(yearOf(Number(newest)) + 1),
  };
  return { range: { lowest, highest }, dates };
}

/** The dates that a search asks for, within those of the texts; undefined if it asks for all. */
export function askedDates(
  { before = Infinity, after = -Infinity }: Pick<TextQuery, 'before' | 'after'>,
  { from, until }: Dates,
): Dates | undefined {
  if (before >= until && after <= from) return undefined;
  return { from: Math.max(from, after), until: Math.min(until, before) };
}

/** The index words of the fewest years, months and days that make up these dates. */
function wordsOf({ from, until }: Dates): readonly string[] {
  const words: string[] = [];
  for (let time = from; time < until; ) {
    const date = new Date(time);
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    const [ofYear, ofMonth, ofDay] = dateWords(time);
    const [nextYear, nextMonth] = [beginningOf(year + 1), Date.UTC(year, month + 1)];
    if (month === 0 && day === 1 && nextYear <= until) {
      words.push(ofYear);
      time = nextYear;
    } else if (day === 1 && nextMonth <= until) {
      words.push(ofMonth);
      time = nextMonth;
    } else {
      words.push(ofDay);
      time = Date.UTC(year, month, day + 1);
    }
  }
  return words;
}

/** The numbers of the newest or oldest texts of some dates. */
async function docsAtEnd(reader: Reader, { from, until }: Dates, order: 'asc' | 'desc') {
  const rows = await reader
    .selectFrom('search_texts')
    .select('doc')
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .orderBy('created_at', order)
    .limit(endsMax)
    .execute();
  return rows.map(({ doc }) => doc);
}

/** The years of these dates, or the months of a single year; the newest first. */
function partsOf({ from, until }: Dates): readonly Dates[] {
  const isOneYear = yearOf(from) === yearOf(until - 1);
  const parts: Dates[] = [];
  for (let time = from; time < until; ) {
    const month = new Date(time).getUTCMonth();
    const next = isOneYear ? Date.UTC(yearOf(time), month + 1) : beginningOf(yearOf(time) + 1);
    parts.unshift({ from: time, until: Math.min(next, until) });
    time = next;
  }
  return parts;
}

interface Overtaking {
  /** Texts that are found, as JSON. */
  readonly list: string;
  readonly lowest: number;
  readonly until: number;
}

const newerWithLowerDoc = keptQuery((db, { list, lowest, until }: Overtaking) =>
  db
    // Materialized: for a plain `min` PostgreSQL would walk the index of all dates from the oldest on.
    .with(
      (table) => table('found').materialized(),
      (from) =>
        from
          .selectFrom('search_texts')
          .select('created_at')
          .where(isListed(db, 'doc', 'integer', list)),
    )
    .selectFrom((from) =>
      from
        .selectFrom('search_texts')
        .select('doc')
        .where('created_at', '>', (row) =>
          row.selectFrom('found').select(({ fn }) => fn.min('created_at').as('oldest')),
        )
        .where('created_at', '<', until)
        .orderBy('created_at', 'desc')
        .limit(newerMax)
        .as('newer'),
    )
    .select('doc')
    .where('doc', '<', lowest)
    .limit(1),
);

/** Whether there is a text of these dates that isn't found, although it is newer than one that is. */
async function isOvertaken(reader: Reader, docs: readonly number[], { until }: Dates) {
  const [newer] = await newerWithLowerDoc(reader, {
    list: JSON.stringify(docs),
    lowest: Math.min(...docs),
    until,
  });
  return newer !== undefined;
}

/** Finds the numbers of the newest matching texts; `dates` undefined for all. */
export interface NewestDocs {
  /** At least `most` of them, or all, in no order. */
  find(query: IndexQuery, dates: Dates | undefined, most: number): Promise<readonly number[]>;
  /**
   * Newer ones than those that were found; undefined if there are none. Numbers follow the dates, except those of
   * imported texts, which follow the order of the import.
   */
  findNewer(
    query: IndexQuery,
    dates: Dates | undefined,
    most: number,
    found: readonly number[],
  ): Promise<readonly number[] | undefined>;
}

/** The cost hardly depends on the number of texts. */
export function createNewestDocs(
  reader: Reader,
  postings: Postings,
  indexed: Promise<Indexed>,
): NewestDocs {
  /** Matching texts of some dates: first where the numbers of their neighbours are, then everywhere else. */
  async function within(query: IndexQuery, asked: Dates, most: number): Promise<number[]> {
    const [{ range }, ...ends] = await Promise.all([
      indexed,
      docsAtEnd(reader, asked, 'desc'),
      docsAtEnd(reader, asked, 'asc'),
    ]);
    const docs = ends.flat();
    const found: number[] = [];
    if (docs.length === 0) return found;
    const narrowed = { ...query, within: { keys: wordsOf(asked) } };
    const [lowest, highest] = [Math.min(...docs), Math.max(...docs)];
    for (const part of [
      { lowest, highest },
      { lowest: highest + 1, highest: range.highest },
      { lowest: range.lowest, highest: lowest - 1 },
    ]) {
      if (found.length >= most || postings.isCut) break;
      if (part.lowest > part.highest) continue;
      found.push(...(await postings.newest(narrowed, most - found.length, part)));
    }
    return found;
  }

  const find: NewestDocs['find'] = async (query, dates, most) =>
    dates ? within(query, dates, most) : postings.newest(query, most);

  const findNewer: NewestDocs['findNewer'] = async (query, dates, most, docs) => {
    if (docs.length < most || postings.isCut) return undefined;
    const whole = dates ?? (await indexed).dates;
    const parts = partsOf(whole);
    if (parts.length < 2 || !(await isOvertaken(reader, docs, whole))) return undefined;
    const found: number[] = [];
    for (const part of parts) {
      const left = most - found.length;
      if (left <= 0 || postings.isCut) break;
      const ofPart = await find(query, part, left);
      found.push(...((await findNewer(query, part, left, ofPart)) ?? ofPart));
    }
    return found.length >= most ? found : [...new Set([...found, ...docs])];
  };

  return { find, findNewer };
}
