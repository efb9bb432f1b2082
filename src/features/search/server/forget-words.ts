import { sql } from 'kysely';
import { stemOf } from '../../../platform/text/search-words.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';
import { allDocs } from './postings/doc-range.ts';
import { createPostings, type Postings } from './postings/postings.ts';

/** Words checked per sweep: some ten milliseconds of reading on SQLite, some hundred on PostgreSQL. */
const wordsAtOnce = 1_000;
/** Most pages of SQLite's index rewritten per sweep: 2 MiB. */
const pagesAtOnce = 500;

async function unusedAmong(postings: Postings, words: readonly string[]) {
  const unused: string[] = [];
  for (const word of words) {
    const query = { all: [{ keys: [stemOf(word)] }], none: [] };
    if ((await postings.newest(query, 1)).length === 0) unused.push(word);
  }
  return unused;
}

/**
 * Deletes words that no text contains any more, a batch with each call, in rotation: a deleted text's words must not be
 * suggested as corrections. SQLite's index keeps deleted entries until its segments are merged, so each call merges
 * some of it.
 */
export function createForgetWords(storage: Storage): () => Promise<void> {
  const { engine } = storage;
  let last = '';

  const unusedIn = (db: Reader, words: readonly string[]) =>
    unusedAmong(
      createPostings(engine, db, async () => allDocs),
      words,
    );

  return async () => {
    const rows = await storage.writer
      .selectFrom('search_words')
      .select('word')
      .where('word', '>', last)
      .orderBy('word')
      .limit(wordsAtOnce)
      .execute();
    last = rows.length < wordsAtOnce ? '' : (rows.at(-1)?.word ?? '');
    const unused = await unusedIn(
      storage.writer,
      rows.map(({ word }) => word),
    );
    if (unused.length > 0) {
      // Checked again within the write, without concurrent writes: a text being saved may contain one of them.
      await storage.write(async ({ db }) => {
        const words = await unusedIn(db, unused);
        if (words.length > 0)
          await db.deleteFrom('search_words').where('word', 'in', words).execute();
      });
    }
    if (engine === 'sqlite') {
      await storage.write(({ db }) =>
        sql`insert into search_index (search_index, rank)
          values ('merge', ${sql.lit(-pagesAtOnce)})`.execute(db),
      );
    }
  };
}
