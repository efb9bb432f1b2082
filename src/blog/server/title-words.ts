import { type SqlBool, sql, type Transaction } from 'kysely';
import { fold } from '../../platform/text/fold.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { allTexts } from './texts.ts';

/** Longer words are indexed by their prefix: nobody types more, and each letter costs a spelling. */
const wordMax = 32;
/** Minimum length of a word that is also found with one typing error. */
const forgivenFrom = 4;
/** Minimum length of a substring search; one or two letters occur in half of all words. */
export const partFrom = 3;

function cut(word: string): string {
  return [...word].slice(0, wordMax).join('');
}

/** The distinct signs of a folded text: characters other than letters, digits and blanks. */
export function signsOf(folded: string): readonly string[] {
  return [...new Set(folded.match(/[^\p{L}\p{N}\s]/gu))];
}

/**
 * The search words of a text: folded and distinct, followed by its signs. `Node.js` is `node`, `js` and `nodejs`, so
 * that it is found with and without its dot.
 */
export function wordsOf(text: string): readonly string[] {
  const words = new Set<string>();
  for (const run of fold(text).split(/\s+/u)) {
    const parts = run.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (const part of parts) words.add(cut(part));
    if (parts.length > 1) words.add(cut(parts.join('')));
  }
  return [...words, ...signsOf(fold(text))];
}

/** The words of a search: like `wordsOf`, without the joined form and the signs. */
export function searchTermsOf(search: string): readonly string[] {
  return [...new Set((fold(search).match(/[\p{L}\p{N}]+/gu) ?? []).map(cut))];
}

/**
 * The word and every form that lacks one letter. Two words one typing error apart (a letter too few, too many, wrong or
 * swapped with its neighbour) share one of these: the symmetric-delete method.
 */
export function spellingsOf(word: string): readonly string[] {
  const letters = [...word];
  const spellings = new Set([word]);
  if (letters.length >= forgivenFrom - 1) {
    for (let index = 0; index < letters.length; index += 1) {
      spellings.add(letters.toSpliced(index, 1).join(''));
    }
  }
  return [...spellings];
}

/** The suffixes of a word, including the word itself: any substring is a prefix of one of them. */
export function endingsOf(word: string): readonly string[] {
  const letters = [...word];
  return letters.slice(partFrom - 1).map((_, start) => letters.slice(start).join(''));
}

/** Whether one edit turns `left` into `right`: a letter inserted, deleted or replaced, or two neighbours swapped. */
export function isOneErrorApart(left: string, right: string): boolean {
  const [short, long] = [[...left], [...right]].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (long.length > short.length) return sameFrom(short, start, long, start + 1);
  if (sameFrom(short, start + 1, long, start + 1)) return true;
  return (
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    sameFrom(short, start + 2, long, start + 2)
  );
}

function sameFrom(left: string[], leftStart: number, right: string[], rightStart: number): boolean {
  return left.slice(leftStart).join('') === right.slice(rightStart).join('');
}

/** Whether a search for this word tolerates a typing error. */
export function isForgiven(word: string): boolean {
  return [...word].length >= forgivenFrom;
}

type Db = Transaction<Schema>;

/** Blogs whose words are deleted in one statement: far fewer values than SQLite and PostgreSQL allow. */
const blogsAtOnce = 500;
/** Words per statement that deletes forms: each word is looked for under the forms of all. */
const wordsAtOnce = 10;

/** The tables of the forms by which a word is looked up, with the column of the forms. */
const forms = [
  { table: 'title_word_spellings', column: 'spelling', of: spellingsOf },
  { table: 'title_word_endings', column: 'ending', of: endingsOf },
] as const;

/** Deletes the forms of those of some words that no title has. The write holds the site-wide lock. */
async function forgetUnused(db: Db, words: readonly string[]): Promise<void> {
  for (let start = 0; start < words.length; start += wordsAtOnce) {
    const some = words.slice(start, start + wordsAtOnce);
    for (const { table, column, of } of forms) {
      const known = [...new Set(some.flatMap(of))];
      if (known.length === 0) continue;
      // By key: an index by word would be as large as the table.
      await sql`delete from ${sql.table(table)}
        where ${sql.ref(column)} in (${sql.join(known)}) and word in (${sql.join(some)})
        and not exists (select 1 from title_words where title_words.word = ${sql.ref(`${table}.word`)})`.execute(
        db,
      );
    }
  }
}

/** Words per write, which holds the site-wide lock for some milliseconds. */
const lostAtOnce = 50;

/**
 * Deletes the forms of words that no title has any more; until then search skips them. A concurrent write may add a
 * title with one of them, so each of these writes holds the site-wide lock; other writes don't need it.
 */
export async function forgetLostWords(storage: Storage, signal?: AbortSignal): Promise<void> {
  const lost = (db: Pick<Storage['reader'], 'selectFrom'>) =>
    db.selectFrom('lost_title_words').select('word').orderBy('word').limit(lostAtOnce).execute();
  while (!signal?.aborted && (await lost(storage.writer)).length > 0) {
    await storage.write(async ({ db }) => {
      const words = (await lost(db)).map(({ word }) => word);
      await forgetUnused(db, words);
      if (words.length > 0) {
        await db.deleteFrom('lost_title_words').where('word', 'in', words).execute();
      }
    });
  }
}

/** Whether a title has the word of the current row: forms of lost words stay until the background deletes them. */
export function isHeldByTitle(word: string) {
  // A key look-up for each row: for a join, the planner may read all titles.
  return sql<SqlBool>`(select 1 from title_words as titled
    where titled.word = ${sql.ref(word)} limit 1) is not null`;
}

async function takeWordsOf(db: Db, blogIds: readonly string[]): Promise<readonly string[]> {
  const words = new Set<string>();
  for (let start = 0; start < blogIds.length; start += blogsAtOnce) {
    const gone = await db
      .deleteFrom('title_words')
      .where('blog_id', 'in', blogIds.slice(start, start + blogsAtOnce))
      .returning('word')
      .execute();
    for (const { word } of gone) words.add(word);
  }
  return [...words];
}

async function noteLost(db: Db, words: readonly string[]): Promise<void> {
  const sorted = words.toSorted();
  for (let start = 0; start < sorted.length; start += blogsAtOnce) {
    await db
      .insertInto('lost_title_words')
      .values(sorted.slice(start, start + blogsAtOnce).map((word) => ({ word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Removes titles of blogs that are no longer visible from search. */
export async function forgetTitles(db: Db, blogIds: readonly string[]): Promise<void> {
  await noteLost(db, await takeWordsOf(db, blogIds));
}

/** Indexes the title of a visible blog in place of its former one. */
export async function indexTitle(db: Db, blogId: string, title: string): Promise<void> {
  const words = wordsOf(title);
  const former = await takeWordsOf(db, [blogId]);
  await addWords(db, blogId, words);
  await noteLost(
    db,
    former.filter((word) => !words.includes(word)),
  );
}

async function addWords(db: Db, blogId: string, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  const { created_at, category } = await allTexts(db)
    .selectFrom('blogs')
    .select(['created_at', 'category'])
    .where('id', '=', blogId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('title_words')
    .values(words.map((word) => ({ word, blog_id: blogId, created_at, category })))
    .execute();
  // Sorted, so that two writes lock shared rows in the same order and can't deadlock.
  const sorted = words.toSorted();
  for (const { table, column, of } of forms) {
    const rows = sorted.flatMap((word) =>
      [...of(word)].sort().map((form) => sql`(${form}, ${word})`),
    );
    if (rows.length === 0) continue;
    await sql`insert into ${sql.table(table)} (${sql.ref(column)}, word) values ${sql.join(rows)}
      on conflict do nothing`.execute(db);
  }
}
