import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import * as step from '../../storage/migrations/0010-titles-in-order.ts';
import type { Storage } from '../../storage/storage.ts';
import { testOnBothEngines } from '../../storage/testing.ts';
import { givenBlogs } from './testing.ts';
import { allTexts } from './texts.ts';

const titles = [
  'Über die Küche',
  'C++ in 100 % of cases',
  'Node.js, again',
  '如何写一篇好文章',
  'be',
];

async function indexOf({ reader }: Storage) {
  return {
    words: await reader
      .selectFrom('title_words')
      .select(['word', 'created_at', 'blog_id', 'category'])
      .orderBy('blog_id')
      .orderBy('word')
      .execute(),
    spellings: await reader
      .selectFrom('title_word_spellings')
      .select(['spelling', 'word'])
      .orderBy('word')
      .orderBy('spelling')
      .execute(),
    endings: await reader
      .selectFrom('title_word_endings')
      .select(['ending', 'word'])
      .orderBy('word')
      .orderBy('ending')
      .execute(),
  };
}

/** Undoes the migration of the tables: no signs, times, categories and endings. */
async function makeOld({ writer, engine }: Storage): Promise<void> {
  const end = engine === 'sqlite' ? '' : ' on blogs; drop function move_title_words';
  for (const statement of [
    ...`drop trigger blogs_moved${end}`.split(';'),
    'drop table title_word_endings',
    'alter table title_words rename to newer',
    `create table title_words (word text not null, blog_id text not null references blogs (id)
      on delete cascade, primary key (word, blog_id))`,
    // In byte order, the signs of these titles come before the digits.
    "insert into title_words select word, blog_id from newer where word >= '0'",
    'drop table newer',
    'delete from title_word_spellings where word not in (select word from title_words)',
  ]) {
    await sql.raw(statement).execute(writer);
  }
}

testOnBothEngines('the migration indexes existing titles as new ones are indexed', async (test) => {
  const { storage, engine } = test;
  await givenBlogs(
    storage,
    titles.map((title, index) => ({ title, category: index === 0 ? 'Travel' : 'Health' })),
  );
  const today = await indexOf(storage);
  expect(today.words.map(({ word }) => word)).toContain('+');
  expect(today.endings).toContainEqual({ ending: 'che', word: 'kuche' });
  await makeOld(storage);
  const db = storage.writer as unknown as Kysely<never>;
  await (engine === 'sqlite' ? step.upSqlite : step.upPostgres)(db);
  expect(await indexOf(storage)).toEqual(today);
});

testOnBothEngines(
  'the indexed words of a title follow the time and category of its blog',
  async ({ storage }) => {
    await givenBlogs(storage, [{ title: 'Soup' }, { title: 'Bread' }]);
    const createdAt = Date.UTC(2020, 0, 1);
    await storage.write(({ db }) =>
      allTexts(db)
        .updateTable('blogs')
        .set({ created_at: createdAt, category: 'Travel' })
        .where('title', '=', 'Soup')
        .execute(),
    );
    const rows = await storage.reader
      .selectFrom('title_words')
      .select(['word', 'created_at', 'category'])
      .orderBy('created_at')
      .execute();
    expect(rows).toMatchObject([
      { word: 'soup', created_at: createdAt, category: 'Travel' },
      { word: 'bread', category: 'Other' },
    ]);
  },
);
