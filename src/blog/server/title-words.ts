import { type SqlBool, sql, type Transaction } from 'kysely';
import { fold } from '../../platform/text/fold.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { allTexts } from './texts.ts';

/** Longer words are indexed by their beginning: nobody types more, and each letter costs a spelling. */
const wordMax = 32;
/** From this length on a word is also found with one typing error. */
const forgivenFrom = 4;
/** From this length on a part of a word stands for the whole; one or two letters are in half of all words. */
export const partFrom = 3;

function cut(word: string): string {
  return [...word].slice(0, wordMax).join('');
}

/** The signs of a folded text, each once: what is neither letter nor digit nor blank. */
export function signsOf(folded: string): readonly string[] {
  return [...new Set(folded.match(/[^\p{L}\p{N}\s]/gu))];
}

/**
 * The words of a text as search knows them: folded, each once, and its signs after them. `Node.js` is `node`, `js` and
 * `nodejs`, so that it is found with and without its dot.
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

/** The words that a search asks for: like `wordsOf`, without the joined form and the signs. */
export function askedWordsOf(search: string): readonly string[] {
  return [...new Set((fold(search).match(/[\p{L}\p{N}]+/gu) ?? []).map(cut))];
}

/**
 * The word itself and every form that lacks one letter. Two words one typing error apart (a letter too few, too
 * many, wrong or swapped with its neighbour) share one of these: the symmetric-delete method.
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

/** What a word ends with, the word itself among them: any part of it is what one of these begins with. */
export function endingsOf(word: string): readonly string[] {
  const letters = [...word];
  return letters.slice(partFrom - 1).map((_, start) => letters.slice(start).join(''));
}

/** True when one letter too few, too many, wrong, or two swapped neighbours make `left` into `right`. */
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

/** True when a search for this word forgives a typing error. */
export function isForgiven(word: string): boolean {
  return [...word].length >= forgivenFrom;
}

type Db = Transaction<Schema>;

/** Blogs whose words are taken in one statement: far fewer values than SQLite and PostgreSQL allow. */
const blogsAtOnce = 500;
/** Words whose spellings go in one statement: each is looked for under the spellings of all. */
const wordsAtOnce = 10;

/** The tables that say under which forms a word is looked up, with the column of the forms. */
const forms = [
  { table: 'title_word_spellings', column: 'spelling', of: spellingsOf },
  { table: 'title_word_endings', column: 'ending', of: endingsOf },
] as const;

/** Forgets the forms of those of some words that no title holds. The write holds the site-wide lock. */
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

/** Words per write, which holds the site-wide lock: some milliseconds. */
const lostAtOnce = 50;

/**
 * Deletes the spellings of words that no title has any more; until then search skips them. A title that is being written
 * at this instant may have one of them, so each of these writes holds the site-wide lock; other writes don't need it.
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

/** A word that a title holds, in the row at hand: the forms of lost words are there for a while. */
export function isHeldByTitle(word: string) {
  // By key for each row: as a join, a planner may read all titles.
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

/** Search forgets the titles of blogs that nobody sees any more. */
export async function forgetTitles(db: Db, blogIds: readonly string[]): Promise<void> {
  await noteLost(db, await takeWordsOf(db, blogIds));
}

/** Makes the title of a visible blog findable; what was indexed for it before goes. */
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
  // In one order everywhere: two writes that add some of the same rows wait for each other one way only.
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
