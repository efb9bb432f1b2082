import { expect } from 'vitest';
import { givenBlogs } from '../../../../blog/server/testing.ts';
import { allTexts } from '../../../../blog/server/texts.ts';
import { startMemberSite } from '../../../../identity/testing.ts';
import { sweep } from '../../../../storage/background/sweep.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { readingAnswers } from '../reading-answers.ts';
import { createReadCounter, type ReadRequest } from './read-counter.ts';
import { countReads, personalReads, readRetention } from './read-store.ts';
import { storeCounted } from './store-reads-job.ts';

const dayMs = 24 * 60 * 60_000;
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const from = (ip: string, headers: ReadRequest['headers'] = browser): ReadRequest => ({
  headers,
  ip,
});

async function given(storage: Storage): Promise<readonly string[]> {
  await givenBlogs(storage, [{ title: 'One' }, { title: 'Two' }]);
  const rows = await storage.reader
    .selectFrom('published_blogs')
    .select('id')
    .orderBy('title')
    .execute();
  return rows.map(({ id }) => id);
}

const onError = (error: unknown) => {
  throw error;
};

testOnBothEngines('reads counted by several processes are added up', async ({ storage }) => {
  const [one = '', two = ''] = await given(storage);
  const now = Date.now();
  const counters = [createReadCounter(), createReadCounter()];
  for (const [index, counter] of counters.entries()) {
    counter.note(from(`192.0.2.${index}`), one, 'opened');
    counter.note(from('198.51.100.1'), one, 'opened');
    counter.note(from('198.51.100.1'), one, 'finished');
    // A blog that doesn't exist isn't counted.
    counter.note(from('198.51.100.1'), rowId(), 'opened');
  }
  await Promise.all(counters.map((counter) => storeCounted({ storage, counter, onError })));
  const [counter = createReadCounter()] = counters;
  counter.note(from('203.0.113.1'), one, 'opened');
  await storeCounted({ storage, counter, now: () => now - 40 * dayMs, onError });
  expect(await countReads(storage.reader, [one, two], now)).toEqual(
    new Map([[one, { opened: 5, finished: 2, openedLately: 4, finishedLately: 2 }]]),
  );
  // Old days are deleted; the total keeps their counts.
  await sweep(storage, readRetention, now);
  expect(
    await storage.reader.selectFrom('blog_read_days').select('blog_id').execute(),
  ).toHaveLength(1);
  expect((await countReads(storage.reader, [one], now)).get(one)?.opened).toBe(5);
});

testOnEachEngine('counts that could not be stored are kept and retried', async ({ storage }) => {
  const [one = ''] = await given(storage);
  const counter = createReadCounter();
  counter.note(from('192.0.2.1'), one, 'opened');
  const broken = { ...storage, write: () => Promise.reject(new Error('no disk')) } as Storage;
  await expect(storeCounted({ storage: broken, counter, onError })).rejects.toThrow('no disk');
  await storeCounted({ storage, counter, onError });
  expect((await countReads(storage.reader, [one], Date.now())).get(one)?.opened).toBe(1);
});

testOnEachEngine('bots and visitors with DNT or GPC are not counted', async () => {
  const counter = createReadCounter();
  const blogId = rowId();
  for (const headers of [
    {},
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
    { ...browser, dnt: '1' },
    { ...browser, 'sec-gpc': '1' },
  ]) {
    counter.note(from('192.0.2.1', headers), blogId, 'opened');
  }
  counter.note(from('192.0.2.1'), 'nonsense', 'opened');
  expect(counter.take().size).toBe(0);
});

testOnEachEngine('reads of one network are limited per blog and in total', async () => {
  const clock = { now: 1_000 };
  const counter = createReadCounter(() => clock.now);
  const blogId = rowId();
  const sums = () => counter.take().get(blogId);
  for (let index = 0; index < 50; index += 1)
    counter.note(from(`192.0.2.${index}`), blogId, 'opened');
  expect(sums()).toEqual({ opened: 3, finished: 0 });
  counter.note(from('198.51.100.1'), blogId, 'opened');
  expect(sums()).toEqual({ opened: 1, finished: 0 });
  for (let index = 0; index < 500; index += 1) counter.note(from('192.0.2.1'), rowId(), 'opened');
  expect(counter.take().size).toBeLessThanOrEqual(120);
  clock.now += 11 * 60_000;
  counter.note(from('192.0.2.1'), blogId, 'opened');
  expect(sums()).toEqual({ opened: 1, finished: 0 });
});

testOnEachEngine(
  'the read signal is counted from the same site only, and its reply is empty',
  async ({ storage }) => {
    const [one = ''] = await given(storage);
    const counter = createReadCounter();
    const site = await startMemberSite(storage, (parts) =>
      readingAnswers({ ...parts, settings: { get: async () => ({}) }, counter }),
    );
    const sendSignal = (body: unknown, headers = {}) =>
      site.visitor.request('/api/reads', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...browser, ...headers },
        body: JSON.stringify(body),
      });
    const signal = { blogId: one, kind: 'opened' };
    const reply = await sendSignal(signal);
    expect([reply.status, await reply.text(), reply.headers.get('set-cookie')]).toEqual([
      204,
      '',
      null,
    ]);
    expect((await sendSignal(signal, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await sendSignal({ ...signal, kind: 'liked' })).status).toBe(400);
    expect((await sendSignal({ ...signal, blogId: rowId() })).status).toBe(204);
    expect(counter.take().get(one)).toEqual({ opened: 1, finished: 0 });
  },
);

testOnEachEngine(
  "the counts are in the author's data and deleted with the blog",
  async ({ storage }) => {
    const [one = ''] = await given(storage);
    const author = rowId();
    await storage.write(async ({ db }) => {
      await db
        .insertInto('people')
        .values({ id: author, name: 'Ada', photo_url: null, bio: null, created_at: 1 })
        .execute();
      await allTexts(db)
        .updateTable('blogs')
        .set({ author_id: author })
        .where('id', '=', one)
        .execute();
    });
    const counter = createReadCounter();
    counter.note(from('192.0.2.1'), one, 'finished');
    await storeCounted({ storage, counter, onError });
    const { rowsOf, row } = personalReads(storage);
    const rows: unknown[] = [];
    for await (const given of rowsOf(author)) rows.push(row.parse(given));
    expect(rows).toEqual([
      {
        blog_id: one,
        opened: 0,
        finished: 1,
        days: [{ day: expect.any(Number), opened: 0, finished: 1 }],
      },
    ]);
    await storage.write(({ db }) =>
      allTexts(db).deleteFrom('blogs').where('id', '=', one).execute(),
    );
    expect(await storage.reader.selectFrom('blog_reads').selectAll().execute()).toEqual([]);
    expect(await storage.reader.selectFrom('blog_read_days').selectAll().execute()).toEqual([]);
  },
);
