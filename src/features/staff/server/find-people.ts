import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { isStaffRow } from '../../../identity/owners.ts';
import { invalidInput } from '../../../platform/contract/problems.ts';
import { isId } from '../../../platform/text/id.ts';
import { askedPersonWords } from '../../../platform/text/person-words.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { Reader } from '../../../storage/storage.ts';
import { fittingMax, type PeopleRequest } from '../contract/people.ts';

/** Maximum number of searched words; no name has more. */
const wordsMax = 8;
/** No character sorts after it. */
const last = '\u{10FFFF}';

/** The position of a row in the list; the next page begins after it. */
interface Position {
  /** The sort key before the id: 0 if the list is sorted by id only. */
  readonly blogs: number;
  readonly id: string;
}

function encodeCursor({ blogs, id }: Position): string {
  return `${blogs}.${id}`;
}

/** Throws `invalid-input` for text that isn't a cursor. */
function decodeCursor(cursor: string): Position {
  const [, blogs, id = ''] = /^(\d{1,9})\.(.{36})$/.exec(cursor) ?? [];
  if (!isId(id)) {
    const message = 'cursor is not one that this site handed out.';
    throw invalidInput({ message, issues: [{ path: 'cursor', message }] });
  }
  return { blogs: Number(blogs), id };
}

/**
 * Ids of people with a word that has this prefix: exact matches, newest first, then longer words, up to `fittingMax`
 * each. So the cost of a search doesn't grow with the site.
 */
function fitting(word: string) {
  return sql<{ person_id: string }>`
    select person_id from (select person_id from person_words where word = ${word}
      order by person_id desc limit ${fittingMax}) as whole
    union select person_id from (select person_id from person_words
      where word > ${word} and word < ${word + last} order by word limit ${fittingMax}) as longer`;
}

/** The words with their numbers of matches, in ascending order. */
async function rarestFirst(db: Reader, words: readonly string[]) {
  const counted = [];
  for (const word of words) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (${fitting(word)}) as fits`.execute(db);
    counted.push({ word, count: Number(rows[0]?.count ?? 0) });
  }
  return counted.sort((left, right) => left.count - right.count);
}

type Query<O> = SelectQueryBuilder<Schema, 'people', O>;

/** Restricts the list to matches of the search; returns whether all of them were examined. */
async function narrow<O>(
  db: Reader,
  query: Query<O>,
  search: string,
): Promise<{ readonly query: Query<O>; readonly isCut: boolean }> {
  const asked = search.trim();
  if (asked === '') return { query, isCut: false };
  if (isId(asked)) {
    return { query: query.where('people.id', '=', asked.toLowerCase()), isCut: false };
  }
  const [rarest, ...others] = await rarestFirst(db, askedPersonWords(asked).slice(0, wordsMax));
  if (!rarest) return { query: query.where(sql<SqlBool>`1 = 0`), isCut: false };
  let narrowed = query.where(sql<SqlBool>`people.id in (${fitting(rarest.word)})`);
  for (const { word } of others) {
    narrowed = narrowed.where(
      sql<SqlBool>`exists (select 1 from person_words as other where other.person_id = people.id
        and other.word >= ${word} and other.word < ${word + last})`,
    );
  }
  return { query: narrowed, isCut: rarest.count >= fittingMax };
}

/**
 * The sort expression. A filter has a small partial index, which is scanned and sorted. The expression with `+ 0` keeps
 * the planner from using the index on this column for the order, where it would scan nearly everyone.
 */
function blogCount(filter: PeopleRequest['filter']) {
  return filter === '' ? sql<number>`people.blog_count` : sql<number>`people.blog_count + 0`;
}

/**
 * The same people by the small partial index, which a planner without statistics doesn't choose unless it gives the
 * order.
 */
const amongFew: Readonly<Partial<Record<PeopleRequest['filter'], RawBuilder<SqlBool>>>> = {
  staff: sql`people.id in (select id from people where ${isStaffRow})`,
  suspended: sql`people.id in (select id from people where suspended_until is not null)`,
};

/** A filter by what people wrote. */
interface Chosen {
  /** Ids of the newest matching people, before a given id. */
  readonly newest: (before: string | undefined, most: number) => RawBuilder<string>;
  /** Whether the current row of `people` matches. */
  readonly has: RawBuilder<SqlBool>;
}
export type ChosenPeople = Readonly<Record<'reported' | 'waiting', Chosen>>;

/**
 * Restricts the list to people chosen by another table. It examines only as many of the newest as a search does, which
 * bounds the cost with ten thousand reports. Returns whether all of them were examined. Sorted by age, the next page
 * begins where this one ends.
 */
async function choose<O>(
  db: Reader,
  query: Query<O>,
  { newest, has }: Chosen,
  { search, sort, cursor }: PeopleRequest,
): Promise<{ readonly query: Query<O>; readonly isCut: boolean }> {
  // A search already leaves few people.
  if (search.trim() !== '') return { query: query.where(has), isCut: false };
  const before = sort === '' && cursor !== '' ? decodeCursor(cursor).id : undefined;
  const ids = newest(before, fittingMax);
  const chosen = query.where(sql<SqlBool>`people.id in (${ids})`);
  if (sort === '') return { query: chosen, isCut: false };
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (${ids}) as chosen`.execute(db);
  return { query: chosen, isCut: Number(rows[0]?.n) >= fittingMax };
}

/**
 * The order by age. People chosen by another table are few and may all be old: a planner that used the primary key for
 * the order would scan everyone who joined later.
 */
function idOrder(isChosen: boolean) {
  return isChosen ? sql<string>`people.id || ''` : sql<string>`people.id`;
}

export interface PeoplePage {
  readonly limit: number;
  readonly now: number;
  readonly chosen: ChosenPeople;
}

export type ManagedRow = Awaited<ReturnType<typeof findPeople>>['rows'][number];

/** One page of people with an account. */
export async function findPeople(
  db: Reader,
  request: PeopleRequest,
  { limit, now, chosen }: PeoplePage,
) {
  const { search, filter, sort, cursor } = request;
  const choice = filter === 'reported' || filter === 'waiting' ? chosen[filter] : undefined;
  let all = db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'photo_url', 'role', 'is_editor', 'created_at', 'blog_count'])
    .select(['suspended_at', 'suspended_until', 'suspension_reason', 'ends_at'])
    .where('email', 'is not', null)
    // A deleted account can still be restored.
    .where((person) => person.or([person('ends_at', 'is', null), person('ends_at', '>', now)]));
  if (filter === 'staff') all = all.where(isStaffRow);
  if (filter === 'suspended') all = all.where('suspended_until', '>', now);
  const few = sort === 'blogs' ? amongFew[filter] : undefined;
  if (few) all = all.where(few);
  if (cursor) {
    const { blogs, id } = decodeCursor(cursor);
    all =
      sort === 'blogs'
        ? all.where(sql<SqlBool>`(${blogCount(filter)}, people.id) < (${blogs}, ${id})`)
        : all.where('id', '<', id);
  }
  const found = await narrow(db, all, search);
  const left = choice ? await choose(db, found.query, choice, request) : found;
  const { query } = left;
  const ordered = sort === 'blogs' ? query.orderBy(blogCount(filter), 'desc') : query;
  // One more row than requested shows whether a next page exists.
  const people = await ordered
    .orderBy(idOrder(choice !== undefined), 'desc')
    .limit(limit + 1)
    .execute();
  const rows = people.slice(0, limit);
  const end = people.length > limit ? rows.at(-1) : undefined;
  const nextCursor =
    end && encodeCursor({ blogs: sort === 'blogs' ? end.blog_count : 0, id: end.id });
  return { rows, nextCursor: nextCursor ?? null, isCut: found.isCut || left.isCut };
}
