import { expect } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { text } from '../../src/blog/server/testing.ts';
import { moveText } from '../../src/features/moderation/contract/manage.ts';
import { searchTexts } from '../../src/features/search/contract.ts';
import { pageSearchesMax, searchesMax } from '../../src/features/search/server/search-limit.ts';
import { deleteBlog, restoreBlog } from '../../src/features/writing/own-texts/contract.ts';
import { addBlog, updateBlog } from '../../src/features/writing/publishing/contract/publishing.ts';
import { type Caller, createCaller, givenMember, problemOf } from '../../src/identity/testing.ts';
import { testOnBothEngines } from '../../src/storage/testing.ts';

async function titles(who: Caller, search: string): Promise<readonly string[]> {
  const { body } = await who.call(searchTexts, { query: { search } });
  return body.texts.map(({ title }) => title);
}

testOnBothEngines('a full-text search reflects each write at once', async (test) => {
  const { storage } = test;
  const { url } = await listen(storage, { READING: 'public' });
  const ada = await givenMember(storage, url, 'Ada');
  const mo = await givenMember(storage, url, 'Mo', 'moderator');
  const visitor = createCaller(url);
  const pageOf = async (search: string) =>
    (await fetch(`${url}/All-blogs?search=${search}`)).text();

  const first = { ...text, longDescription: 'A quagga grazes.', tags: 'Zebras' };
  const { _id: id } = (await ada.call(addBlog, { body: first })).body;
  expect(await titles(visitor, 'quaggas')).toEqual([text.title]);
  expect(await titles(visitor, 'quagga author:ad')).toEqual([text.title]);
  expect(await titles(visitor, 'tag:zebras')).toEqual([text.title]);
  expect(await pageOf('quagga')).toContain('id="in-the-text"');

  const params = { id };
  await ada.call(updateBlog, { params, body: { ...text, longDescription: 'An okapi hides.' } });
  expect(await titles(visitor, 'okapi')).toEqual([text.title]);
  expect(await titles(visitor, 'quagga')).toEqual([]);
  // Pages with search results are cached for everybody.
  expect(await pageOf('quagga')).not.toContain('id="in-the-text"');
  expect(await pageOf('okapi')).toContain('id="in-the-text"');

  const hide = { kind: 'blog', id, from: 'shown', to: 'hidden', reason: '' } as const;
  await mo.call(moveText, { body: { ...hide, isUndo: false } });
  for (const who of [visitor, ada, mo]) expect(await titles(who, 'okapi')).toEqual([]);
  expect(await pageOf('okapi')).not.toContain('id="in-the-text"');
  await mo.call(moveText, { body: { ...hide, from: 'hidden', to: 'shown', isUndo: true } });
  expect(await titles(visitor, 'okapi')).toEqual([text.title]);

  await ada.call(deleteBlog, { params, query: { title: text.title } });
  for (const who of [visitor, ada]) expect(await titles(who, 'okapi')).toEqual([]);
  expect(await pageOf('okapi')).not.toContain('id="in-the-text"');
  await ada.call(restoreBlog, { params });
  expect(await titles(visitor, 'okapi')).toEqual([text.title]);
});

testOnBothEngines(
  'on a members’ site signed-out visitors find nothing by full-text search',
  async (test) => {
    const { storage } = test;
    const { url } = await listen(storage, { READING: 'members' });
    const ada = await givenMember(storage, url, 'Ada');
    await ada.call(addBlog, { body: { ...text, longDescription: 'A quagga grazes.' } });
    expect(await titles(ada, 'quagga')).toEqual([text.title]);
    const asked = createCaller(url).call(searchTexts, { query: { search: 'quagga' } });
    expect(await problemOf(asked)).toMatchObject({ status: 401 });
    const page = await (await fetch(`${url}/All-blogs?search=quagga`)).text();
    expect(page).not.toContain('grazes');
    expect(page).toContain('to search what the blogs say, too.');
  },
);

testOnBothEngines('no search text makes the search fail', async (test) => {
  const { storage } = test;
  const { url } = await listen(storage, { READING: 'public' });
  const ada = await givenMember(storage, url, 'Ada');
  await ada.call(addBlog, { body: { ...text, longDescription: 'A quagga — قطار טוב 東京.' } });
  const statusOf = async (search: string) => {
    const query = new URLSearchParams({ search });
    const replies = await Promise.all(
      ['/api/search', '/All-blogs'].map((path) => fetch(`${url}${path}?${query}`)),
    );
    return replies.map(({ status }) => status);
  };
  for (const search of [
    'NEAR(a b) * ^ col:x "',
    '"quagga',
    'author:"',
    "quagga' & !x | (y:*)",
    '-quagga -"a b" tag:x',
    'قطار',
    'טוב',
    '\u202Equagga\u202C',
    '東 京',
    '\u0301\u0301',
  ]) {
    expect(await statusOf(search), search).toEqual([200, 200]);
  }
  expect(await titles(createCaller(url), 'قطار')).toEqual([text.title]);
  expect(await titles(createCaller(url), '京')).toEqual([text.title]);
  for (const search of ['a'.repeat(10_000), 'tag:x '.repeat(100), '"', 'x\0y']) {
    const { status } = await fetch(`${url}/api/search?${new URLSearchParams({ search })}`);
    expect(status, search.slice(0, 20)).toBe(search === '"' ? 200 : 400);
  }
  const tooLong = createCaller(url).call(searchTexts, { query: { search: 'tag:x '.repeat(100) } });
  expect(await problemOf(tooLong)).toMatchObject({
    message: 'search can have at most 100 characters.',
  });
  const many = await createCaller(url).call(searchTexts, {
    query: { search: 'author:a '.repeat(11).trim() },
  });
  expect(many.body.notes).toEqual(['Only the first 5 of “author:” and the like were followed.']);
});

testOnBothEngines(
  'too many full-text searches are refused with 429, and pages still work',
  async (test) => {
    const { storage } = test;
    const { url } = await listen(storage, { READING: 'public', LIMITS: '1' });
    const ask = async (path: string) => (await fetch(`${url}${path}`)).status;
    const flood = (count: number, path: string) =>
      Promise.all(Array.from({ length: count }, (_, index) => ask(`${path}?search=w${index}`)));
    const replies = await flood(searchesMax + 5, '/api/search');
    expect(replies.filter((status) => status === 200)).toHaveLength(searchesMax);
    expect(replies.filter((status) => status === 429)).toHaveLength(5);
    // Titles are still searched, and an incomplete page isn't cached.
    expect(await ask('/api/allBlogs?search=engines')).toBe(200);
    expect(await ask('/All-blogs?search=engines')).toBe(200);
    expect(pageSearchesMax).toBeGreaterThan(searchesMax);
  },
);
