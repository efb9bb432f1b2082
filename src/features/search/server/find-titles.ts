import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Position } from '../../../blog/server/blogs-page.ts';
import type { Reader } from '../../../storage/storage.ts';
import { containsPattern, type TitleSearch } from './title-search.ts';

/** Which titles of which blogs, and from where on in which order. */
export interface TitlesRequest {
  readonly search: TitleSearch;
  /** A category; empty for all. */
  readonly filter: string;
  readonly isOldestFirst: boolean;
  readonly after: Position | undefined;
  readonly limit: number;
}

export interface FoundTitles {
  /** The blogs, `limit` at most, in order. */
  readonly ids: readonly string[];
  /** Where to go on, unless no further title can fit. */
  readonly next: Position | undefined;
}

/**
 * Checks of titles that one look may cost: so many look-ups by key took some 3 ms on SQLite (a million blogs) and 6 to 20 ms
 * on PostgreSQL (a hundred thousand). A look that has spent them ends where it is, and the next page goes on from there.
 */
const checksMax = 4_096;
/** Rows read in all for the words that one asked word stands for, where those have more than can be looked at. */
const mergedMax = 16_384;
/** Rows looked at for each blog of a page, where a title may hold several of the words that it is looked for by. */
const rowsOfTitle = 8;

/** The first `most` rows of `title_words` that a word has in the request's order, category and place. */
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

/** The first `most` rows of each of some words. Ordered and limited each: so neither engine gathers all that there are. */
function rowsOfEach(db: Reader, words: readonly string[], request: TitlesRequest, most: number) {
  const rowsOf = (word: string) =>
    db.selectFrom(rowsOfWord(db, word, request, most).as('of_word')).selectAll();
  const [first = '', ...others] = words;
  return others.reduce((query, word) => query.unionAll(rowsOf(word)), rowsOf(first));
}

/** The first `most` rows of some words in one order. */
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

/** The lists of words with how many rows they have, the fewest first; none is counted further than `most`. */
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
  /** The words whose rows are walked through. */
  readonly words: readonly string[];
  /** The other lists, of each of which a title has to hold a word. */
  readonly others: readonly (readonly string[])[];
  /** Rows that are looked at, at most. */
  readonly rowsMax: number;
}

/** Rows to look at of so many words, where `most` would do: of each word as many are read. */
function share(words: readonly string[], most: number, limit: number): number {
  return Math.max(limit + 1, Math.min(most, Math.ceil(mergedMax / words.length)));
}

/** Which rows to walk through, and how far. */
async function planWalk(db: Reader, request: TitlesRequest, most: number): Promise<Walk> {
  const { search, limit } = request;
  const [only = [], ...more] = search.alternatives;
  const checksOfRow = more.length + (search.literal === undefined ? 0 : 1);
  if (checksOfRow === 0) {
    // A title may hold several of the words.
    const rows = only.length > 1 ? rowsOfTitle * limit : limit + 1;
    return { words: only, others: [], rowsMax: share(only, rows, limit) };
  }
  const rowsMax = Math.ceil(most / checksOfRow);
  const [rarest, ...others] = await rarestFirst(db, request, rowsMax);
  const { words = only, count = 0 } = rarest ?? {};
  return {
    words,
    others: others.map((other) => other.words),
    // Of few rows, all may be read.
    rowsMax: count < rowsMax ? rowsMax : share(words, rowsMax, limit),
  };
}

/** From so many words on, the few words that a title holds are looked through instead of each being looked for. */
const manyWords = 8;

/** A row of the same title as `rows`, of one of these words. */
function sameTitleWith(words: readonly string[]): RawBuilder<unknown> {
  // Not the column itself: then both engines leave the index of words alone, and take the one of blogs.
  const word = words.length > manyWords ? sql`(other.word || '')` : sql`other.word`;
  return sql`select 1 from title_words as other
    where other.blog_id = rows.blog_id and other.created_at = rows.created_at
    and ${word} in (${sql.join(words)})`;
}

/** What is seen of each row by itself, so that no more rows are looked at than are asked for. */
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
 * The blogs whose titles fit, newest or oldest first. The rows of the rarest words are walked through in order, and of
 * each it is seen whether the title fits the rest; that ends with enough of them, or after `most` checks. So it costs the
 * same however many blogs there are. Where the walk ended early, `ids` may be few, or none, though there is a `next`.
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
  // One more than asked tells whether there are more.
  const found = await query.limit(limit + 1).execute();
  const page = found.slice(0, limit);
  const lastSeen = inOrder.offset(walk.rowsMax - 1).limit(1);
  const end = found.length > limit ? page.at(-1) : await lastSeen.executeTakeFirst();
  return {
    ids: page.map((row) => row.blog_id),
    next: end && { createdAt: end.created_at, id: end.blog_id },
  };
}
