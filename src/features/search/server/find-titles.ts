import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Position } from '../../../blog/server/blogs-page.ts';
import type { Reader } from '../../../storage/storage.ts';
import { containsPattern, type TitleSearch } from './title-search.ts';

/** A search of titles, with its order and its start position. */
export interface TitlesRequest {
  readonly search: TitleSearch;
  /** A category; empty for all. */
  readonly filter: string;
  readonly isOldestFirst: boolean;
  readonly after: Position | undefined;
  readonly limit: number;
}

export interface FoundTitles {
  /** Ids of the blogs in order, at most `limit`. */
  readonly ids: readonly string[];
  /** Position of the next page; undefined after the last match. */
  readonly next: Position | undefined;
}

/**
 * Budget of title checks for one page: so many look-ups by key took some 3 ms on SQLite (a million blogs) and 6 to 20
 * ms on PostgreSQL (a hundred thousand). When it is spent, the page ends, and the next one continues from there.
 */
const checksMax = 4_096;
/** Total rows read for the alternatives of one searched word, if they have more rows than the budget. */
const mergedMax = 16_384;
/** Rows read for each blog of a page, as one title may contain several alternatives. */
const rowsOfTitle = 8;

/** The first `most` rows of `title_words` for a word, with the request's order, category and position. */
function rowsOfWord(db: Reader, word: string, request: TitlesRequest, most: number) {
  const { filter, isOldestFirst, after } = request;
  const order = isOldestFirst ? 'asc' : 'desc';
  let query = db
    .selectFrom('title_words')
    .select(['created_at', 'blog_id'])
    .where('word', '=', word)
    .orderBy('created_at', order)
    .orderBy('blog_id', order)
    .limit(most);
  if (filter) query = query.where('category', '=', filter);
  return after ? query.where(isBeyond(after, isOldestFirst)) : query;
}

/** The first `most` rows of each word. Each subquery is ordered and limited, so that neither engine reads all rows. */
function rowsOfEach(db: Reader, words: readonly string[], request: TitlesRequest, most: number) {
  const rowsOf = (word: string) =>
    db.selectFrom(rowsOfWord(db, word, request, most).as('of_word')).selectAll();
  const [first = '', ...others] = words;
  return others.reduce((query, word) => query.unionAll(rowsOf(word)), rowsOf(first));
}

/** The first `most` rows of several words, merged in order. */
function rowsOf(db: Reader, words: readonly string[], request: TitlesRequest, most: number) {
  const [first = '', ...others] = words;
  if (others.length === 0) return rowsOfWord(db, first, request, most);
  const order = request.isOldestFirst ? 'asc' : 'desc';
  return rowsOfEach(db, words, request, most)
    .orderBy('created_at', order)
    .orderBy('blog_id', order)
    .limit(most);
}

function isBeyond({ createdAt, id }: Position, isOldestFirst: boolean) {
  const comparison = sql.raw(isOldestFirst ? '>' : '<');
  return sql<SqlBool>`(created_at, blog_id) ${comparison} (${createdAt}, ${id})`;
}

/** The lists of words with their numbers of rows, in ascending order; each count stops at `most`. */
async function rarestFirst(db: Reader, request: TitlesRequest, most: number) {
  const counted = await Promise.all(
    request.search.alternatives.map(async (words) => {
      const { count } = await db
        .selectFrom(rowsOfEach(db, words, request, most).limit(most).as('some'))
        .select((some) => some.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return { words, count: Number(count) };
    }),
  );
  return counted.sort((left, right) => left.count - right.count);
}

interface Walk {
  /** The words whose rows are scanned. */
  readonly words: readonly string[];
  /** The other lists: a title needs a word of each. */
  readonly others: readonly (readonly string[])[];
  /** Maximum number of rows scanned. */
  readonly rowsMax: number;
}

/** Rows to scan for these words, given a limit of `most`: each word reads that many. */
function share(words: readonly string[], most: number, limit: number): number {
  return Math.max(limit + 1, Math.min(most, Math.ceil(mergedMax / words.length)));
}

/** Chooses the rows to scan, and how many. */
async function planWalk(db: Reader, request: TitlesRequest, most: number): Promise<Walk> {
  const { search, limit } = request;
  const [only = [], ...more] = search.alternatives;
  const checksOfRow = more.length + (search.literal === undefined ? 0 : 1);
  if (checksOfRow === 0) {
    // A title may contain several of the words.
    const rows = only.length > 1 ? rowsOfTitle * limit : limit + 1;
    return { words: only, others: [], rowsMax: share(only, rows, limit) };
  }
  const rowsMax = Math.ceil(most / checksOfRow);
  const [rarest, ...others] = await rarestFirst(db, request, rowsMax);
  const { words = only, count = 0 } = rarest ?? {};
  return {
    words,
    others: others.map((other) => other.words),
    // Few rows can all be read.
    rowsMax: count < rowsMax ? rowsMax : share(words, rowsMax, limit),
  };
}

/** From this number of words on, a title's own few words are scanned instead of one look-up per word. */
const manyWords = 8;

/** A row of the same title as `rows` with one of these words. */
function sameTitleWith(words: readonly string[]): RawBuilder<unknown> {
  // An expression instead of the column keeps both engines from using the index by word: they use the one by blog.
  const word = words.length > manyWords ? sql`(other.word || '')` : sql`other.word`;
  return sql`select 1 from title_words as other
    where other.blog_id = rows.blog_id and other.created_at = rows.created_at
    and ${word} in (${sql.join(words)})`;
}

/** Conditions checked row by row, so that no more rows are read than needed. */
function conditionsOf({ others }: Walk, { literal }: TitleSearch): readonly RawBuilder<SqlBool>[] {
  const conditions = others.map(
    (words) => sql<SqlBool>`(${sameTitleWith(words)} limit 1) is not null`,
  );
  if (literal === undefined) return conditions;
  const hasLiteral = sql<SqlBool>`(select title_folded from published_blogs where id = rows.blog_id)
    like ${containsPattern(literal)} escape '\\'`;
  return [...conditions, hasLiteral];
}

/**
 * The blogs whose titles match, newest or oldest first. The rows of the rarest words are scanned in order, and each
 * title is checked for the other words. The scan stops with enough matches or after `most` checks, so its cost doesn't
 * depend on the number of blogs. If it stops early, `ids` can be short or empty although there is a `next`.
 */
export async function findTitles(
  db: Reader,
  request: TitlesRequest,
  most = checksMax,
): Promise<FoundTitles> {
  const { search, isOldestFirst, limit } = request;
  const walk = await planWalk(db, request, most);
  const rows = db.selectFrom(rowsOf(db, walk.words, request, walk.rowsMax).as('rows'));
  const order = isOldestFirst ? 'asc' : 'desc';
  const inOrder = rows
    .select(['created_at', 'blog_id'])
    .orderBy('created_at', order)
    .orderBy('blog_id', order);
  let query = inOrder.distinct();
  for (const condition of conditionsOf(walk, search)) query = query.where(condition);
  // One more row than requested shows whether a next page exists.
  const found = await query.limit(limit + 1).execute();
  const page = found.slice(0, limit);
  const lastSeen = inOrder.offset(walk.rowsMax - 1).limit(1);
  const end = found.length > limit ? page.at(-1) : await lastSeen.executeTakeFirst();
  return {
    ids: page.map((row) => row.blog_id),
    next: end && { createdAt: end.created_at, id: end.blog_id },
  };
}
