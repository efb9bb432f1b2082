import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { startIndexing } from '../../../blog/server/index-older.ts';
import { type GivenBlog, givenBlogs } from '../../../blog/server/testing.ts';
import { blogsToIndex } from '../../../blog/server/text-index.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import * as plainLetters from '../../../storage/migrations/0052-plain-letters.ts';
import * as joinedWords from '../../../storage/migrations/0053-joined-words.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines } from '../../../storage/testing.ts';
import { findTexts } from './text-search.ts';

const author = (name: string) => ({ name, photo: null, bio: null });

const blogs: readonly GivenBlog[] = [
  {
    title: 'Sourdough',
    category: 'Lifestyle',
    shortDescription: 'A loaf that takes its time.',
    longDescription:
      'Feed the starter in the evening.\n\nIn the morning the dough has **doubled**, and café crème is near. Bake it hot.',
    author: author('Ada Lovelace'),
  },
  {
    title: 'Trains at night',
    category: 'Travel',
    shortDescription: 'Slow ways to the sea.',
    longDescription:
      'The last train leaves at ten. It was running late, and nobody minded the rain.',
    author: author('Grace Hopper'),
  },
  {
    title: 'Engines',
    category: 'Technology',
    shortDescription: 'What they weave.',
    longDescription: 'Doubled stitches and the dough of money. `a < b` & c. An engine weaves.',
  },
  {
    title: '言葉',
    shortDescription: '短い文。',
    longDescription: '昨日は東京で新しい図書館を見ました。とても静かでした。',
  },
  {
    title: '中文',
    shortDescription: '短。',
    longDescription: '我们昨天去了北京的图书馆，看了很多书。',
  },
  {
    title: '한글',
    shortDescription: '짧다.',
    longDescription: '어제 서울에서 도서관을 보았습니다.',
  },
];

async function titles(storage: Storage, search: string, filter = ''): Promise<readonly string[]> {
  const { texts } = await findTexts(storage, { search, filter });
  return texts.map(({ title }) => title);
}

/** Waits until all queued blogs are indexed. */
async function indexed(storage: Storage): Promise<void> {
  const stop = startIndexing({ storage, onError: (error) => expect.unreachable(String(error)) });
  await vi.waitFor(async () => expect(await blogsToIndex(storage.reader, 1)).toEqual([]));
  await stop();
}

/** The titles of the blogs that a migration queues to be indexed. */
async function queuedBy(storage: Storage, migration: typeof plainLetters | typeof joinedWords) {
  await indexed(storage);
  const { upSqlite, upPostgres } = migration;
  await (storage.engine === 'sqlite' ? upSqlite : upPostgres)(storage.writer.withTables<never>());
  const queued = await blogsToIndex(storage.reader, 10);
  const rows = await storage.reader
    .selectFrom('published_blogs as blogs')
    .select('title')
    .where(
      'id',
      'in',
      queued.map((row) => row.blog_id),
    )
    .orderBy('title')
    .execute();
  return rows.map(({ title }) => title);
}

/** The excerpt of the first match, with matched words in brackets. */
async function sentence(storage: Storage, search: string): Promise<string | undefined> {
  const { texts } = await findTexts(storage, { search, filter: '' });
  return texts[0]?.excerpt.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');
}

testOnBothEngines('a text search ignores case, accents and word endings', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  expect(await titles(storage, 'MORNINGS')).toEqual(['Sourdough']);
  expect(await titles(storage, 'cafe creme')).toEqual(['Sourdough']);
  expect(await titles(storage, 'trains run')).toEqual(['Trains at night']);
  expect(await titles(storage, 'takes')).toEqual(['Sourdough']);
  expect(await titles(storage, 'morning rain')).toEqual([]);
  expect(await titles(storage, 'dough')).toEqual(['Engines', 'Sourdough']);
  expect(await titles(storage, 'dough', 'Lifestyle')).toEqual(['Sourdough']);
});

testOnBothEngines(
  'letters with a stroke and ligatures are found as plain letters',
  async ({ storage }) => {
    await givenBlogs(storage, [
      {
        title: 'Straßen',
        longDescription: 'Smørrebrød in Łódź, at the Cœur.',
        author: author('Bjørn Łuczak'),
      },
      { title: 'Plain', longDescription: 'One strasse further.', author: author('山田太郎') },
    ]);
    expect(await titles(storage, 'strassen')).toEqual(['Straßen']);
    expect(await titles(storage, 'Straße')).toEqual(['Plain']);
    expect(await sentence(storage, 'smorrebrod lodz coeur')).toBe(
      '[Smørrebrød] in [Łódź], at the [Cœur].',
    );
    expect(await titles(storage, 'author:bjorn')).toEqual(['Straßen']);
    expect(await titles(storage, 'author:"Bjørn łucz"')).toEqual(['Straßen']);
    expect(await titles(storage, 'author:山田')).toEqual(['Plain']);
    expect(await titles(storage, 'author:山田太')).toEqual(['Plain']);
  },
);

testOnBothEngines('the excerpt of a match marks its words, as plain text', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  expect(await sentence(storage, 'doubling dough morning')).toBe(
    'In the [morning] the [dough] has [doubled], and café crème is near.',
  );
  expect(await sentence(storage, 'cremes')).toContain('café [crème] is near.');
  expect(await sentence(storage, 'a b c')).toContain('[a] < [b] & [c].');
  expect(await sentence(storage, 'loaf')).toBe('A [loaf] that takes its time.');
  const { texts } = await findTexts(storage, { search: 'nobody minded', filter: '' });
  expect(texts[0]?.fragment).toBe(
    ':~:text=It%20was%20running%20late%2C%20and%20nobody%20minded%20the%20rain',
  );
});

testOnBothEngines(
  'a sentence that the source wraps is one sentence, and lines of code are several',
  async ({ storage }) => {
    await givenBlogs(storage, [
      {
        title: 'Wrapped',
        longDescription: 'Before. A kettle is\nboiled twice, **then\ncooled**. After.',
      },
      { title: 'Code', longDescription: '```\nconst kettle = 1;\nboil(kettle);\n```' },
    ]);
    expect(await sentence(storage, '"is boiled twice then cooled"')).toBe(
      'A kettle [is] [boiled] [twice], [then] [cooled].',
    );
    expect(await sentence(storage, 'const')).toBe('[const] kettle = 1;');
  },
);

testOnBothEngines(
  'the link of a match leads to its heading, or to words that nothing before says',
  async ({ storage }) => {
    const same = 'Every one of the users in all lines';
    await givenBlogs(storage, [
      {
        title: 'Headed',
        longDescription: '## First\n\nA\n\n## Of **otters** & eels\n\nB\n\n## Third\n\nC',
      },
      {
        title: 'Twice',
        longDescription: `${same} may read the first of these here.\n\n${same} may read the second of these gherkins.`,
      },
      {
        title: '駅',
        longDescription: '私は昨日の夕方に東京駅の近くにある小さな喫茶店で友達と話しました。',
      },
    ]);
    const fragmentOf = async (search: string) => {
      const { texts } = await findTexts(storage, { search, filter: '' });
      return decodeURIComponent(texts[0]?.fragment ?? '');
    };
    expect(await fragmentOf('otters')).toBe('text-of-otters--eels');
    expect(await fragmentOf('gherkins')).toBe(
      `:~:text=${same} may read the second of these gherkins`,
    );
    // Ends of words, by a dictionary: browsers find no parts of words.
    expect(await fragmentOf('喫茶店')).toBe(':~:text=私は昨日の夕方,友達と話しました');
  },
);

testOnBothEngines('a quoted phrase matches its words in this order', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  expect(await titles(storage, '"the dough"')).toEqual(['Engines', 'Sourdough']);
  expect(await titles(storage, '"dough has doubled"')).toEqual(['Sourdough']);
  expect(await titles(storage, '“dough of”')).toEqual(['Engines']);
  expect(await titles(storage, '"dough the"')).toEqual([]);
  // A phrase doesn't match across summary and text.
  expect(await titles(storage, '"weave doubled"')).toEqual([]);
  expect(await titles(storage, 'dough -"dough of"')).toEqual(['Sourdough']);
  expect(await titles(storage, 'dough -money')).toEqual(['Sourdough']);
  expect(await titles(storage, '"dough has')).toEqual(['Sourdough']);
});

testOnBothEngines('author, before and after narrow a text search', async ({ storage }) => {
  const day = (text: string) => Date.parse(text);
  await givenBlogs(storage, [
    {
      title: 'One',
      longDescription: 'Tea.',
      author: author('Ada Lovelace'),
      createdAt: day('2024-05-01'),
    },
    {
      title: 'Two',
      longDescription: 'Tea.',
      author: author('Ada King'),
      createdAt: day('2025-05-01'),
    },
    { title: 'Three', longDescription: 'Tea.', createdAt: day('2026-05-01') },
  ]);
  expect(await titles(storage, 'tea author:ada')).toEqual(['Two', 'One']);
  expect(await titles(storage, 'tea author:"love ada"')).toEqual(['One']);
  expect(await titles(storage, 'AUTHOR:king')).toEqual(['Two']);
  expect(await titles(storage, 'tea before:2025')).toEqual(['One']);
  expect(await titles(storage, 'tea after:2025-05-01')).toEqual(['Three', 'Two']);
  expect(await titles(storage, 'tea after:2025-04 before:2026')).toEqual(['Two']);
  expect(await titles(storage, 'tea before:2020')).toEqual([]);
  const { notes, texts } = await findTexts(storage, {
    search: 'tea before:soon author:',
    filter: '',
  });
  expect(texts).toHaveLength(3);
  expect(notes).toEqual([
    '“before:” takes a year, a month or a day, such as before:2026, before:2026-05 or before:2026-05-12.',
    '“author:” takes a name, such as author:maya or author:"Maya Ortiz".',
  ]);
  const nobody = await findTexts(storage, { search: 'tea author:zoe', filter: '' });
  expect(nobody).toMatchObject({ texts: [], notes: ['No author’s name has “zoe” in it.'] });
});

testOnBothEngines('before and after are exact to the day (UTC)', async ({ storage }) => {
  const times = ['2023-12-31T23:59:59.999Z', '2024-02-29T00:00:00Z', '2024-02-29T23:59:59.999Z'];
  await givenBlogs(
    storage,
    [...times, '2024-03-01T00:00:00Z', '2026-01-01T00:00:00Z'].map((time) => ({
      title: time.slice(2, 10),
      longDescription: 'Tea.',
      createdAt: Date.parse(time),
    })),
  );
  expect(await titles(storage, 'tea before:2024-02-29')).toEqual(['23-12-31']);
  expect(await titles(storage, 'tea before:2024-03')).toEqual(['24-02-29', '24-02-29', '23-12-31']);
  expect(await titles(storage, 'tea after:2024 before:2024-03-01')).toEqual([
    '24-02-29',
    '24-02-29',
  ]);
  expect(await titles(storage, 'tea after:2024-02-29 before:2024-03-02')).toHaveLength(3);
  expect(await titles(storage, '-coffee after:2024-03-01')).toEqual(['26-01-01', '24-03-01']);
  expect(await titles(storage, 'after:2026')).toEqual(['26-01-01']);
  expect(await titles(storage, 'tea after:2027')).toEqual([]);
  expect(await titles(storage, 'tea after:2025 before:2024')).toEqual([]);
});

testOnBothEngines(
  'texts that were imported in another order than that of their dates are found by date',
  async ({ storage }) => {
    const firstAt = Date.UTC(2020, 0, 1);
    const dayMs = 24 * 60 * 60_000;
    // The newest first, as feeds and some exports have them; more than one look at the index takes.
    const imported = Array.from({ length: 230 }, (_, place) => ({
      title: `Jam ${place}`,
      longDescription: place === 0 ? 'Jam of quinces.' : place === 229 ? 'Jam of medlars.' : 'Jam.',
      createdAt: firstAt - place * dayMs,
    }));
    await givenBlogs(storage, imported);
    expect(await titles(storage, 'medlars before:2020-02')).toEqual(['Jam 229']);
    expect(await titles(storage, 'jam medlars before:2020-02')).toEqual(['Jam 229']);
    expect(await titles(storage, 'quinces after:2019-06')).toEqual(['Jam 0']);
    expect(await titles(storage, 'quinces before:2019-12')).toEqual([]);
    // The newest by date, although all others were indexed after them.
    const newest = await titles(storage, 'jam before:2019-12-30');
    expect(newest.slice(0, 2)).toEqual(['Jam 3', 'Jam 4']);
    expect(await titles(storage, 'jam')).toEqual(expect.arrayContaining(['Jam 1', 'Jam 2']));
  },
);

testOnBothEngines('an author is found by a changed name', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  await storage.write(({ db }) =>
    db.updateTable('people').set({ name: 'Byron' }).where('name', '=', 'Ada Lovelace').execute(),
  );
  await indexed(storage);
  expect(await titles(storage, 'dough author:ada')).toEqual([]);
  expect(await titles(storage, 'dough author:byr')).toEqual(['Sourdough']);
});

testOnBothEngines('a typo in a text search is corrected and reported', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  for (const typed of ['startr', 'sttarter', 'strater', 'staeter', 'tsarter']) {
    const found = await findTexts(storage, { search: `feed ${typed}`, filter: '' });
    expect(found).toMatchObject({ corrected: 'feed starter', texts: [{ title: 'Sourdough' }] });
  }
  const begun = await findTexts(storage, { search: 'libr even', filter: '' });
  expect(begun.texts).toEqual([]);
  expect(await findTexts(storage, { search: 'eveni', filter: '' })).toMatchObject({
    corrected: 'evening',
    texts: [{ title: 'Sourdough' }],
  });
  expect((await findTexts(storage, { search: 'xyzzyq', filter: '' })).corrected).toBeUndefined();
});

testOnBothEngines('Chinese, Japanese and Korean text is found', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  expect(await titles(storage, '図書館')).toEqual(['言葉']);
  expect(await titles(storage, '图书馆')).toEqual(['中文']);
  expect(await titles(storage, '书')).toEqual(['中文']);
  expect(await titles(storage, '도서관')).toEqual(['한글']);
  expect(await titles(storage, '館書図')).toEqual([]);
  expect(await sentence(storage, '新しい図書')).toBe('昨日は東京で[新しい図書]館を見ました。');
});

testOnBothEngines('hidden blogs are not found by a text search', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  const hide = (set: Record<string, string | number>) =>
    storage.write(({ db }) =>
      allTexts(db).updateTable('blogs').set(set).where('title', '=', 'Sourdough').execute(),
    );
  for (const column of ['state', 'moderation', 'account_hold'] as const) {
    const there = { state: 'published', moderation: 'none', account_hold: 0 } as const;
    const away = { state: 'draft', moderation: 'hidden', account_hold: 1 } as const;
    await hide({ [column]: away[column] });
    expect(await titles(storage, 'starter')).toEqual([]);
    await hide({ [column]: there[column] });
    expect(await titles(storage, 'starter')).toEqual(['Sourdough']);
  }
});

const hostile = [
  'NEAR(dough morning, 5)',
  'dough*',
  '^dough',
  'words:dough',
  'search_index:dough',
  'dough AND OR NOT',
  '"',
  '""',
  '"" "" ""',
  "dough' & !x | ('y':*)",
  'dough:* <-> b',
  '{a b}: c',
  '-',
  '--dough',
  '-"',
  ':',
  'author:',
  'author:"',
  'author:%',
  'before:9999-99-99',
  'after:2026-02-30',
  'tag:"""',
  '🎉😀',
  '\u200b\ufeff',
  `${'-a '.repeat(33)}`,
  `${'author:a '.repeat(11)}`,
  `${'"a" '.repeat(25)}`,
  '\\',
  '¶',
  '§a ¢b ~9:1',
  '한',
  'ﷺ',
  'a'.repeat(100),
];

testOnBothEngines('hostile text searches return without an error', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  for (const search of hostile) {
    const { texts, notes } = await findTexts(storage, { search, filter: '' });
    expect(texts.length, search).toBeLessThanOrEqual(10);
    expect(notes.length, search).toBeLessThanOrEqual(5);
  }
  expect(await titles(storage, 'words:dough')).toEqual([]);
  expect(await titles(storage, 'dough*')).toEqual(['Engines', 'Sourdough']);
});

testOnBothEngines('blogs of an older version are found after indexing', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  await storage.write(async ({ db }) => {
    await db.deleteFrom('search_texts').execute();
    await db.deleteFrom('search_words').execute();
    await sql`insert into unindexed_blogs (blog_id) select id from blogs`.execute(db);
  });
  expect(await titles(storage, 'starter')).toEqual([]);
  await indexed(storage);
  expect(await titles(storage, 'dough')).toEqual(['Engines', 'Sourdough']);
  // In order of date, as if they had been indexed when they were published.
  const inOrder = await storage.reader
    .selectFrom('search_texts')
    .innerJoin('published_blogs', 'id', 'blog_id')
    .select('title')
    .orderBy('doc')
    .execute();
  expect(inOrder.map(({ title }) => title)).toEqual(blogs.map(({ title }) => title));
});

testOnBothEngines(
  'texts with such letters are indexed anew by the upgrade',
  async ({ storage }) => {
    await givenBlogs(storage, [
      { title: 'Plain', longDescription: 'Tea.', author: author('Ada Lovelace') },
      { title: 'Written', longDescription: 'A Straße.' },
      { title: 'Named', longDescription: 'Tea.', author: author('Łuczak') },
    ]);
    expect(await queuedBy(storage, plainLetters)).toEqual(['Named', 'Written']);
  },
);

testOnBothEngines('a tag with a quote in its name is found', async ({ storage }) => {
  await givenBlogs(storage, [
    { title: 'Quoted', longDescription: 'Oak.', tags: 'half "q, plain' },
    { title: 'Other', longDescription: 'Oak.', tags: 'plain' },
  ]);
  for (const search of ['tag:half-"q', 'tag:"half "q"', 'oak tag:"half "q" tag:"plain"']) {
    expect(await titles(storage, search)).toEqual(['Quoted']);
  }
  expect(await titles(storage, 'tag:"plain", oak')).toEqual(['Other', 'Quoted']);
});

testOnBothEngines('a word with invisible characters is one word', async ({ storage }) => {
  await givenBlogs(storage, [
    { title: 'Hyphens', longDescription: 'Die Donau\u00addampf\u00adschiff\u00adfahrt fährt.' },
    { title: 'Persian', longDescription: 'می\u200cخواهم.' },
    { title: 'Plain', longDescription: 'Donaudampfschifffahrt, 図書\u2060館.' },
  ]);
  expect(await titles(storage, 'Donaudampfschifffahrt')).toEqual(['Plain', 'Hyphens']);
  expect(await titles(storage, 'donau\u00addampf\u00adschifffahrt')).toEqual(['Plain', 'Hyphens']);
  expect(await titles(storage, 'dampf')).toEqual([]);
  expect(await titles(storage, 'میخواهم')).toEqual(['Persian']);
  expect(await titles(storage, '図書館')).toEqual(['Plain']);
  expect(await queuedBy(storage, joinedWords)).toEqual(['Hyphens', 'Persian', 'Plain']);
});

testOnBothEngines('changes by an older version are indexed by a newer one', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  expect(await blogsToIndex(storage.reader, 1)).toEqual([]);
  await storage.write(async ({ db }) => {
    await db.updateTable('blog_html').set({ html: '<p>Otters swim.</p>' }).execute();
    const texts = allTexts(db).updateTable('blogs');
    await texts.set({ long_description: 'Otters swim.' }).where('title', '=', 'Engines').execute();
    await texts.set({ state: 'draft' }).where('title', '=', 'Sourdough').execute();
  });
  await indexed(storage);
  expect(await titles(storage, 'otter')).toEqual(['Engines']);
  const { words } = await storage.reader
    .selectFrom('search_texts')
    .innerJoin('published_blogs', 'id', 'blog_id')
    .select((row) => row.fn.max('words').as('words'))
    .where('title', '=', 'Sourdough')
    .executeTakeFirstOrThrow();
  expect(words).toBeNull();
});

/** Adds `count` to the next document number. */
async function skipNumbers({ engine, writer }: Storage, count: number): Promise<void> {
  if (engine === 'sqlite') {
    await sql`update sqlite_sequence set seq = seq + ${count} where name = 'search_texts'`.execute(
      writer,
    );
  } else {
    const sequence = sql`pg_get_serial_sequence('search_texts', 'doc')`;
    await sql`select setval(${sequence}, nextval(${sequence}) + ${count})`.execute(writer);
  }
}

testOnBothEngines('texts with distant document numbers are found', async ({ storage }) => {
  const said = [
    'One train leaves at ten past nine.',
    'Ten trains and one bus.',
    'Nine tours by bus.',
  ];
  for (const [index, longDescription] of said.entries()) {
    const createdAt = Date.UTC(2026, 0, 1 + index);
    await givenBlogs(storage, [
      { title: String(index + 1), longDescription, createdAt, author: author('Ada King') },
    ]);
    await skipNumbers(storage, 150_000);
  }
  expect(await titles(storage, 'train')).toEqual(['2', '1']);
  expect(await titles(storage, 'train ten')).toEqual(['2', '1']);
  expect(await titles(storage, 'ten -bus')).toEqual(['1']);
  expect(await titles(storage, '"ten past nine"')).toEqual(['1']);
  expect(await titles(storage, '-train author:ki')).toEqual(['3']);
  expect(await titles(storage, 'one train leaves at ten past')).toEqual(['1']);
  // The longest of them are in the first text, one of the others isn't.
  expect(await titles(storage, 'train leaves past nine ten bus')).toEqual([]);
  expect(await titles(storage, 'nine bus before:2026-01-03')).toEqual([]);
  expect(await titles(storage, 'nine bus')).toEqual(['3']);
});
