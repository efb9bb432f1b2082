import { expect } from 'vitest';
import { testOnBothEngines, testOnEachEngine } from '../../../src/storage/testing.ts';
import {
  blogsIn,
  commentsIn,
  exportOf,
  foreignComment,
  foreignSubscriber,
  foreignText,
  plainPicture,
  published,
  rowsIn,
  run,
} from './testing-imports.ts';

testOnBothEngines(
  'imported texts have their author, date, category, comments and word count, and are imported once',
  async ({ storage }) => {
    const comments = [
      foreignComment('2', { parentKey: '1', createdAt: published + 3_000, text: 'A reply.' }),
      foreignComment('1', { createdAt: published + 2_000, author: { name: ' Jo  Park ' } }),
      foreignComment('3', { parentKey: '2', createdAt: published + 1_000 }),
      foreignComment('4', { isApproved: false }),
      foreignComment('5', { text: '   ' }),
      foreignComment('6', {
        author: { name: '' },
        text: 'x'.repeat(3_000),
        createdAt: published + 9_000,
      }),
    ];
    const foreign = exportOf([
      foreignText('bread', { categories: ['Cooking'], comments, updatedAt: published + 60_000 }),
      foreignText('odd', { title: '', categories: ['Quirks'], audience: 'everybody' }),
      { kind: 'skip', name: 'menu', reason: 'it is a menu', isIntended: true },
      foreignText('empty', { markdown: '  ' }),
      foreignText('bread'),
    ]);
    const choices = { categories: new Map([['quirks', 'Travel' as const]]) };
    const first = await run(storage, foreign, { choices });
    expect(first.lines).toEqual([
      'bread | imported',
      'odd | imported',
      'menu | skipped | it is a menu',
      'empty | skipped | it has no text',
      'bread | skipped | it is in the export twice',
    ]);
    expect(first.results[0]?.notes).toEqual([
      '1 comment was not approved there and left out',
      '1 comment without words left out',
      '1 comment was too long and cut',
    ]);
    expect(first.counts).toMatchObject({
      texts: { in: 2, changed: 0, leftOut: 2, failed: 0 },
      comments: { in: 4, leftOut: 2 },
      drafts: 0,
    });
    const blogs = await blogsIn(storage);
    expect(blogs.map(({ title, category, state }) => [title, category, state])).toEqual([
      ['About bread', 'Lifestyle', 'published'],
      ['Some words about odd, which are worth reading.', 'Travel', 'published'],
    ]);
    expect(blogs[0]).toMatchObject({ created_at: published, updated_at: published + 60_000 });
    const said = await commentsIn(storage);
    expect(said.map(({ name, text }) => [name, text.slice(0, 12)])).toEqual([
      ['Jo Park', 'Comment 1.'],
      ['Jo', 'Comment 3.'],
      ['Jo', 'A reply.'],
      ['Anonymous', 'xxxxxxxxxxxx'],
    ]);

    const before = await rowsIn(storage);
    const again = await run(storage, foreign, { choices });
    expect(again.lines.slice(0, 2)).toEqual([
      'bread | skipped | it is there already',
      'odd | skipped | it is there already',
    ]);
    expect(await rowsIn(storage)).toEqual(before);
    // Nobody is notified of imported blogs, comments and people.
    expect(before.slice(-5)).toEqual([0, 0, 0, 0, 0]);
  },
);

testOnBothEngines(
  'a text with more than a thousand comments is imported with each comment once',
  async ({ storage }) => {
    const comments = Array.from({ length: 1_201 }, (_, place) =>
      foreignComment(`${place}`, { author: { name: `Reader ${place % 300}` } }),
    );
    const foreign = exportOf([foreignText('busy', { comments })]);
    expect((await run(storage, foreign)).counts.comments.in).toBe(1_201);
    expect((await run(storage, foreign)).lines).toEqual(['busy | skipped | it is there already']);
    const said = await commentsIn(storage);
    expect(said).toHaveLength(1_201);
    expect(said.at(-1)?.text).toBe('Comment 1200.');
  },
);

testOnEachEngine(
  'the report names old addresses of a text that don’t lead to it, as a dry run does',
  async ({ storage }) => {
    await run(storage, exportOf([{ kind: 'redirect', name: '', from: '/shop', to: '/contact' }]));
    const addresses = ['/good/', '/contact', '/shop/', `/${'x'.repeat(500)}`];
    for (let number = 0; number < 70; number += 1) addresses.push(`/old/${number}`);
    const foreign = exportOf([foreignText('moved', { addresses })]);
    const dry = await run(storage, foreign, { isDryRun: true });
    const real = await run(storage, foreign);
    expect(dry.results).toEqual(real.results);
    const notes = real.results[0]?.notes ?? [];
    expect(notes).toHaveLength(21);
    expect(notes).toEqual(
      expect.arrayContaining([
        'its old address /contact does not lead here: it is an address of this site',
        'its old address /shop/ does not lead here: it leads elsewhere here',
        expect.stringMatching(/^its old address \/x{199}… does not lead here: it can’t be/),
        'its old address /old/46 does not lead here: a text has at most 50 old addresses here',
        '7 more of its old addresses do not lead here',
      ]),
    );
    const kept = await storage.reader.selectFrom('redirects').select('path').execute();
    expect(kept).toHaveLength(1 + 1 + 46);
  },
);

testOnEachEngine(
  'an old address of several texts leads to the first that everybody sees',
  async ({ storage }) => {
    const addresses = ['/talk/', '/?p=7'];
    const foreign = exportOf([
      foreignText('early', { addresses, state: 'draft' }),
      foreignText('first', { addresses }),
      foreignText('copy', { addresses: ['/Talk', '/copy'] }),
    ]);
    const dry = await run(storage, foreign, { isDryRun: true });
    const real = await run(storage, foreign);
    expect(dry.results).toEqual(real.results);
    const notes = real.results.map((one) => one.notes?.filter((note) => note.includes('old addr')));
    expect(notes).toEqual([
      [],
      [],
      ['its old address /Talk does not lead here: it leads elsewhere here'],
    ]);
    await run(storage, foreign);
    const led = await storage.reader.selectFrom('redirects').selectAll().orderBy('path').execute();
    const blogs = await blogsIn(storage);
    const titles = new Map(blogs.map(({ id, title }) => [id, title]));
    expect(led.map(({ path, blog_id }) => [path, titles.get(blog_id ?? '')])).toEqual([
      ['/?p=7', 'About first'],
      ['/copy', 'About copy'],
      ['/talk', 'About first'],
    ]);
  },
);

testOnEachEngine(
  'an imported text without a date or an author becomes a draft, once',
  async ({ storage }) => {
    const text = foreignText('loose', { createdAt: null, authors: [] });
    const first = await run(storage, exportOf([text]), { now: () => published });
    expect(first.results[0]).toMatchObject({
      outcome: 'imported',
      isDraft: true,
      notes: [
        'kept as a draft: it has no date there',
        'it names no author: it is among the texts of Unknown Author',
      ],
    });
    const author = await storage.reader.selectFrom('people').select('name').executeTakeFirst();
    expect(author).toEqual({ name: 'Unknown Author' });
    expect((await run(storage, exportOf([text]))).lines).toEqual([
      'loose | skipped | it is there already',
    ]);
  },
);

testOnEachEngine(
  'a published text without an author has one whose texts can be handed over',
  async ({ storage }) => {
    const foreign = exportOf([foreignText('loose', { authors: [] })]);
    expect((await run(storage, foreign)).results[0]?.notes).toEqual([
      'it names no author: it is among the texts of Unknown Author',
    ]);
    const authors = await storage.reader
      .selectFrom('published_blogs')
      .innerJoin('people', 'people.id', 'published_blogs.author_id')
      .select('people.name')
      .execute();
    expect(authors).toEqual([{ name: 'Unknown Author' }]);
  },
);

testOnEachEngine(
  'a dry run of an import reports the same and writes nothing',
  async ({ storage }) => {
    const picture = await plainPicture(20);
    const foreign = exportOf(
      [
        foreignText('a', {
          markdown: 'Look: ![A shade](shade.png) ![](https://old.example/a.jpg) ![](gone.png)',
          tags: Array.from({ length: 12 }, (_, place) => `tag ${place}`),
          comments: [foreignComment('1')],
        }),
        foreignText('b', { state: 'draft' }),
        foreignText('c', { markdown: 'x'.repeat(1_000_001) }),
        foreignSubscriber('one@reader.example'),
        foreignSubscriber('not an address'),
      ],
      { 'shade.png': picture },
    );
    const before = await rowsIn(storage);
    const dry = await run(storage, foreign, { isDryRun: true });
    expect(await rowsIn(storage)).toEqual(before);
    const real = await run(storage, foreign);
    expect(dry.lines).toEqual(real.lines);
    expect(dry.counts).toEqual(real.counts);
    expect(dry.results).toEqual(real.results);
    expect(real.results[0]?.notes).toEqual([
      'its category here is Other, as nothing else is chosen for tag 0, tag 1, tag 2, tag 3, tag 4 and 7 more',
      'of its tags, at most 10 of 40 characters are in; not so tag 10, tag 11',
      '1 picture stays where it is on the web',
      'picture gone.png is not here: the export does not hold it',
    ]);
    expect(real.counts).toMatchObject({
      texts: { in: 2, failed: 1 },
      comments: { in: 1 },
      pictures: { in: 1, leftOut: 2 },
      subscribers: { in: 1, failed: 1 },
      drafts: 1,
    });
  },
);

testOnBothEngines(
  'dates before 1970, cut tags and comments that are left out are said as they are',
  async ({ storage }) => {
    const long = 'L'.repeat(200);
    const { results, counts } = await run(
      storage,
      exportOf([
        foreignText('old', {
          createdAt: Date.UTC(1850, 5, 1),
          tags: ['sea', long, '!'],
          comments: [
            foreignComment('1', { createdAt: -1 }),
            foreignComment('1', { text: 'Others.' }),
            foreignComment('2', { text: ' ' }),
          ],
          commentsLeftOut: 3,
          notes: ['3 comments were spam'],
        }),
      ]),
      { choices: { category: 'Travel' } },
    );
    expect(results[0]?.notes).toEqual([
      'its date is 1970-01-01 here instead of 1850-06-01',
      '3 comments were spam',
      '1 comment without words left out',
      '1 comment is in the export twice and left out',
      '1 comment was from before 1970 and dated then',
      `of its tags, ${'L'.repeat(39)}… came in cut to 40 characters`,
      'of its tags, at most 10 of 40 characters are in; not so !',
    ]);
    expect(counts.comments).toMatchObject({ in: 1, leftOut: 5 });
    const [blog] = await blogsIn(storage);
    expect([blog?.created_at, blog?.tags]).toEqual([0, `sea, ${'L'.repeat(40)}`]);
  },
);
