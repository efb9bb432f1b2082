import { expect } from 'vitest';
import { importPorts } from '../../../src/app/site-parts.ts';
import { remove } from '../../../src/blog/life.ts';
import { changeBlog, changeComment } from '../../../src/blog/server/text-life.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { namedPictures } from '../../../src/features/pictures/server/named-pictures.ts';
import { createFetchPublic } from '../../../src/platform/outgoing/fetch-public.ts';
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
  'texts come with their author, date, category, comments and words, once',
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
    // Of new blogs, comments and people nobody is told.
    expect(before.slice(-5)).toEqual([0, 0, 0, 0, 0]);
  },
);

testOnBothEngines('what ends in the middle goes on where it was', async ({ storage }) => {
  const texts = ['a', 'b', 'c'].map((key) =>
    foreignText(key, { comments: [foreignComment('1'), foreignComment('2')] }),
  );
  const killed = exportOf(texts);
  let inserts = 0;
  const { insertComments } = (await import('../../../src/app/site-parts.ts')).importPorts;
  const dying: typeof insertComments = async (...given) => {
    await insertComments(...given);
    inserts += 1;
    if (inserts === 2) throw new Error('killed');
  };
  await expect(run(storage, killed, { insertComments: dying })).rejects.toThrow('killed');
  // The second text was in the write that came to nothing.
  expect((await blogsIn(storage)).map(({ title }) => title)).toEqual(['About a']);
  expect(await commentsIn(storage)).toHaveLength(2);
  const { lines } = await run(storage, exportOf(texts));
  expect(lines).toEqual(['a | skipped | it is there already', 'b | imported', 'c | imported']);
  expect(await commentsIn(storage)).toHaveLength(6);
});

testOnEachEngine(
  'a full disk is said, and the same goes on once there is room',
  async ({ storage }) => {
    const { insertComments } = importPorts;
    const texts = ['a', 'b', 'c'].map((key) =>
      foreignText(key, { comments: [foreignComment('1')], markdown: `${key} ![](p.png)` }),
    );
    const files = { 'p.png': await plainPicture(20) };
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    let inserts = 0;
    const failing: typeof insertComments = async (...given) => {
      await insertComments(...given);
      inserts += 1;
      if (inserts === 2) throw full;
    };
    const stopped = await run(storage, exportOf(texts, files), { insertComments: failing });
    expect(stopped.stopped).toMatch(
      /^There is no room left on the disk\. What was brought in stays/,
    );
    expect(stopped.lines).toEqual(['a | imported']);
    expect([(await blogsIn(storage)).length, (await commentsIn(storage)).length]).toEqual([1, 1]);
    // Also where it is a picture that finds no room.
    const takePicture = async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    };
    const again = await run(storage, exportOf(texts, files), { takePicture });
    expect(again.stopped).toMatch(/^There is no room left on the disk/);
    expect(again.lines).toEqual(['a | skipped | it is there already']);
    expect((await run(storage, exportOf(texts, files))).lines).toEqual([
      'a | skipped | it is there already',
      'b | imported',
      'c | imported',
    ]);
    expect(await commentsIn(storage)).toHaveLength(3);
  },
);

testOnBothEngines(
  'a newer export brings what is new, and leaves what was done here',
  async ({ storage }) => {
    const older = ['edited', 'gone', 'same', 'newer'].map((key) =>
      foreignText(key, { comments: [foreignComment('1'), foreignComment('2')] }),
    );
    await run(storage, exportOf(older));
    const idOf = async (title: string) =>
      (await blogsIn(storage)).find((blog) => blog.title === title)?.id ?? '';
    const edited = await idOf('About edited');
    await storage.write(({ db }) =>
      allTexts(db)
        .updateTable('blogs')
        .set({ version: 2, title: 'Edited here' })
        .where('id', '=', edited)
        .execute(),
    );
    const gone = await idOf('About gone');
    await storage.write((write) => changeBlog(write, gone, remove(Date.now())));
    const [comment] = (await commentsIn(storage)).filter(({ blog_id }) => blog_id === edited);
    await storage.write((write) => changeComment(write, comment?.id ?? '', remove(Date.now())));

    const newer = older.map((text) => ({
      ...text,
      markdown: text.name === 'same' ? text.markdown : `${text.markdown} And more.`,
      comments: text.name === 'same' ? text.comments : [...text.comments, foreignComment('3')],
    }));
    const { lines } = await run(storage, exportOf(newer));
    expect(lines).toEqual([
      'edited | skipped | it has been changed here since it was imported',
      'gone | skipped | it has been removed here since it was imported',
      'same | skipped | it is there already',
      'newer | updated',
    ]);
    const blogs = await blogsIn(storage);
    expect(blogs.find(({ id }) => id === edited)?.title).toBe('Edited here');
    const said = (await commentsIn(storage)).filter(({ blog_id }) => blog_id === edited);
    expect(said.map(({ text, state }) => [text, state])).toEqual([
      ['Comment 1.', 'removed'],
      ['Comment 2.', 'published'],
      ['Comment 3.', 'published'],
    ]);
    // Its row goes after some days; it stays removed.
    await storage.write(({ db }) =>
      allTexts(db).deleteFrom('blogs').where('id', '=', gone).execute(),
    );
    expect((await run(storage, exportOf(newer))).lines[1]).toMatch(/removed here/);
  },
);

testOnBothEngines('a text that an account took over is its own', async ({ storage }) => {
  const text = foreignText('mine');
  await run(storage, exportOf([text]));
  await storage.write(({ db }) =>
    db.updateTable('people').set({ email: 'mara@new.example' }).execute(),
  );
  const { lines } = await run(storage, exportOf([{ ...text, title: 'Another' }]));
  expect(lines).toEqual(['mine | skipped | it has been changed here since it was imported']);
});

testOnBothEngines('a text with very many comments brings each once', async ({ storage }) => {
  const comments = Array.from({ length: 1_201 }, (_, place) =>
    foreignComment(`${place}`, { author: { name: `Reader ${place % 300}` } }),
  );
  const foreign = exportOf([foreignText('busy', { comments })]);
  expect((await run(storage, foreign)).counts.comments.in).toBe(1_201);
  expect((await run(storage, foreign)).lines).toEqual(['busy | skipped | it is there already']);
  const said = await commentsIn(storage);
  expect(said).toHaveLength(1_201);
  expect(said.at(-1)?.text).toBe('Comment 1200.');
});

testOnEachEngine(
  'a text without a date or an author is a draft that comes once',
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

testOnEachEngine('a dry run says the same and writes nothing', async ({ storage }) => {
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
});

testOnEachEngine(
  'pictures that the export holds are made anew; others stay where they are',
  async ({ storage }) => {
    const files = {
      'shade.png': await plainPicture(30),
      'https://old.example/held.jpg?w=1': await plainPicture(40),
      'cover.png': await plainPicture(50),
      'https://old.example/a.png?b=1&c=(2)': await plainPicture(30),
      'fake.png': Buffer.from('<!doctype html><title>No picture</title>'),
    };
    const markdown = [
      'A ![first *shade*](shade.png "Titled") and [![linked](<https://old.example/held.jpg?w=1>)](https://old.example/held.jpg?w=1).',
      '![elsewhere](https://old.example/away.jpg)',
      '![no picture](fake.png) ![nowhere [at all]](missing.png)',
      '![by name][shade]\n\n[shade]: shade.png',
      '![escaped](https://old.example/a.png?b=1\\&c=\\(2\\))',
    ].join('\n\n');
    const cover = { address: 'cover.png', alternativeText: 'A plain shade' };
    const { results } = await run(
      storage,
      exportOf([foreignText('shown', { markdown, cover })], files),
    );
    expect(results[0]?.notes).toEqual([
      '1 picture stays where it is on the web',
      expect.stringContaining('picture fake.png is not here: This file is a web page'),
      'picture missing.png is not here: the export does not hold it',
    ]);
    const [blog] = await blogsIn(storage);
    expect(blog?.image_alt).toBe('A plain shade');
    expect(namedPictures(blog?.image_url ?? '').size).toBe(1);
    const text = blog?.long_description ?? '';
    expect(namedPictures(text).size).toBe(2);
    expect(text.replace(/[0-9a-f]{32}-\d+x\d+-[0-9a-f]{6}/g, 'own')).toBe(
      [
        'A ![first *shade*](/images/uploads/own.jpg "Titled") and [![linked](/images/uploads/own.jpg)](/images/uploads/own.jpg).',
        '![elsewhere](https://old.example/away.jpg)',
        'no picture nowhere \\[at all\\]',
        '![by name][shade]\n\n[shade]: /images/uploads/own.jpg',
        '![escaped](/images/uploads/own.jpg)',
      ].join('\n\n'),
    );
    const kept = await storage.reader.selectFrom('pictures').select('owner_id').execute();
    expect(kept).toEqual([{ owner_id: null }, { owner_id: null }, { owner_id: null }]);
  },
);

testOnEachEngine(
  'pictures are fetched only where that is asked for, and from public addresses alone',
  async ({ storage }) => {
    const asked: string[] = [];
    const bytes = await plainPicture(60);
    const at = (path: string) => `![](http://old.example/${path})`;
    const markdown = [at('a.png'), at('page'), '![](https://127.0.0.1/x.png)'].join('\n');
    const text = foreignText('far', { markdown });
    const real = createFetchPublic();
    const fetchPublic: typeof real = async (url, request) => {
      if (!url.includes('old.example')) return real(url, request);
      asked.push(url);
      const type = url.endsWith('.png') ? 'image/png' : 'text/html';
      return { status: 200, headers: { 'content-type': type }, body: bytes, url };
    };
    await run(storage, exportOf([text]));
    expect((await blogsIn(storage))[0]?.long_description).toBe(markdown);
    const fetched = await run(storage, exportOf([text]), { fetchPublic });
    expect(fetched.lines).toEqual(['far | updated']);
    expect(asked).toEqual(['https://old.example/a.png', 'https://old.example/page']);
    expect(fetched.results[0]?.notes).toEqual([
      'picture http://old.example/page is not here: it is no picture',
      expect.stringMatching(/127\.0\.0\.1\/x\.png is not here: .*not an address on the public/),
    ]);
    expect(namedPictures((await blogsIn(storage))[0]?.long_description ?? '').size).toBe(1);
  },
);

testOnBothEngines(
  'subscribers come with their consent, and who unsubscribed anywhere stays so',
  async ({ storage }) => {
    const ended = { email: 'ended@reader.example', form: 'Newsletter box', words: '', ended_at: 5 };
    await storage.write(({ db }) =>
      db
        .insertInto('newsletter_consents')
        .values({ id: 'a', ...ended, asked_at: 1, confirmed_at: 2, ended_by: 'reader' })
        .execute(),
    );
    const list = [
      foreignSubscriber('One@Reader.example'),
      foreignSubscriber('left@reader.example', { isSubscribed: false }),
      foreignSubscriber('ended@reader.example'),
      foreignSubscriber('broken'),
    ];
    const expected = [
      'subscriber 1 | imported',
      'subscriber 2 | skipped | the address had unsubscribed there, and gets nothing here',
      'subscriber 3 | skipped | the address has unsubscribed here',
      'subscriber 4 | failed | it is no e-mail address',
    ];
    expect((await run(storage, exportOf(list), { isDryRun: true })).lines).toEqual(expected);
    expect((await run(storage, exportOf(list))).lines).toEqual(expected);
    const subscribers = () =>
      storage.reader.selectFrom('subscribers').select(['email', 'created_at']).execute();
    expect(await subscribers()).toEqual([{ email: 'one@reader.example', created_at: published }]);
    const consent = await storage.reader
      .selectFrom('newsletter_consents')
      .selectAll()
      .where('email', '=', 'one@reader.example')
      .executeTakeFirst();
    expect(consent).toMatchObject({
      form: 'Import (Old System)',
      words: 'Box on the old site',
      confirmed_at: published,
      ended_at: null,
    });
    // Another list of the same people says the opposite.
    const opposite = [
      foreignSubscriber('one@reader.example', { isSubscribed: false }),
      foreignSubscriber('left@reader.example'),
    ];
    expect((await run(storage, exportOf(opposite))).lines).toEqual([
      'subscriber 1 | skipped | the address had unsubscribed there, and gets nothing here',
      'subscriber 2 | skipped | the address has unsubscribed here',
    ]);
    expect(await subscribers()).toEqual([]);
    expect((await run(storage, exportOf(list.slice(0, 1)))).counts.subscribers.in).toBe(0);
    expect(await storage.reader.selectFrom('outbox').selectAll().execute()).toEqual([]);
  },
);
