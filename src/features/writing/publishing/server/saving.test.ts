import { expect } from 'vitest';
import type { BlogTextInput } from '../../../../blog/blog-text.ts';
import { oneBlog } from '../../../../blog/contract.ts';
import { entityTagOf } from '../../../../blog/entity-tag.ts';
import { givenBlogs } from '../../../../blog/server/testing.ts';
import { problemOf } from '../../../../identity/testing.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { allBlogs } from '../../../search/contract.ts';
import { publishImported } from '../../../transfer/server/import/publish-imported.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { blogRevision, blogRevisions } from '../../history/contract.ts';
import { addBlog, blogRights, updateBlog } from '../contract/publishing.ts';

async function start(storage: Parameters<typeof startBlogSite>[0]) {
  const site = await startBlogSite(storage);
  const ada = await site.member();
  const { body: saved } = await ada.call(addBlog, { body: text });
  const params = { id: saved._id };
  const save = (change: Partial<BlogTextInput>, headers?: Record<string, string>) =>
    ada.call(updateBlog, { params, body: { ...text, ...change } }, headers);
  const read = async () => (await ada.call(oneBlog, { params })).body;
  return { site, ada, params, save, read, saved };
}

testOnEachEngine('a save changes the text fields, word count and search', async (database) => {
  const { site, save, read, saved } = await start(database.storage);
  site.clock.now += 1_000;
  const forged = { author: { name: 'Eve' }, createdAt: '2001-01-01T00:00:00Z', wordCount: 5 };
  const { body } = await save({ ...forged, title: 'On looms', longDescription: 'Two words' });
  expect(body).toEqual({
    ...saved,
    version: 2,
    wordCount: 2,
    updatedAt: new Date(site.clock.now).toISOString(),
  });
  expect(await read()).toMatchObject({ ...body, author: { name: 'Ada Lovelace' } });
  const titles = async (search: string) =>
    (await site.visitor.call(allBlogs, { query: { search } })).body.map(({ title }) => title);
  expect(await titles('looms')).toEqual(['On looms']);
  expect(await titles('engines')).toEqual([]);
});

testOnBothEngines(
  'of concurrent saves of one version one succeeds and the others get 412',
  async (database) => {
    const { save, read, saved } = await start(database.storage);
    const ifMatch = { 'if-match': entityTagOf(saved) };
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => save({ title: `Title ${index}` }, ifMatch)),
    );
    const won = results.findIndex(({ status }) => status === 'fulfilled');
    for (const [index, result] of results.entries()) {
      if (index === won) continue;
      expect(result).toMatchObject({ reason: { status: 412, code: 'someone-saved-first' } });
    }
    expect(await read()).toMatchObject({ title: `Title ${won}`, version: 2 });
  },
);

testOnEachEngine('a save can be repeated when its reply was lost', async (database) => {
  const { save, read, saved } = await start(database.storage);
  const ifMatch = { 'if-match': entityTagOf(saved) };
  const first = await save({ title: 'New' }, ifMatch);
  const again = await save({ title: 'New' }, ifMatch);
  expect(again.body).toEqual(first.body);
  expect((await read()).version).toBe(2);
});

testOnEachEngine('without If-Match or with * the last save wins', async (database) => {
  const { save, read } = await start(database.storage);
  await save({ title: 'One' });
  await save({ title: 'Two' }, { 'if-match': '*' });
  await save({ title: 'Three' }, { 'if-match': '"old", "1-1970"' }).catch(() => undefined);
  expect(await read()).toMatchObject({ title: 'Two', version: 3 });
});

testOnEachEngine('only its author can save a blog or see its revisions', async (database) => {
  const { site, ada, params, read } = await start(database.storage);
  const eve = await site.member('Eve');
  const body = { ...text, title: 'Mine now' };
  for (const [caller, status, code] of [
    [eve, 403, 'not-yours'],
    [site.visitor, 401, 'not-signed-in'],
  ] as const) {
    for (const attempt of [
      () => caller.call(updateBlog, { params, body }),
      () => caller.call(blogRevisions, { params }),
      () => caller.call(blogRevision, { params: { ...params, version: '1' } }),
    ]) {
      expect(await problemOf(attempt())).toMatchObject({ status, code });
    }
  }
  expect(await read()).toMatchObject({ title: text.title, version: 1 });
  const rights = async (caller: typeof ada) => (await caller.call(blogRights, { params })).body;
  expect(await rights(ada)).toEqual({ canEdit: true, canDelete: true, canComment: false });
  expect(await rights(eve)).toEqual({ canEdit: false, canDelete: false, canComment: true });
});

testOnEachEngine('an unknown or malformed id gets 404 everywhere', async ({ storage }) => {
  const ada = await (await startBlogSite(storage)).member();
  for (const id of ['01890000-0000-7000-8000-000000000000', 'x', '\0', '%', "' or 1=1 --"]) {
    const params = { id };
    for (const attempt of [
      () => ada.call(updateBlog, { params, body: text }),
      () => ada.call(blogRights, { params }),
      () => ada.call(blogRevisions, { params }),
    ]) {
      expect(await problemOf(attempt()), id).toMatchObject({ status: 404, code: 'blog-not-found' });
    }
  }
});

testOnEachEngine('an imported blog cannot be changed by members', async ({ storage }) => {
  const site = await startBlogSite(storage);
  const ada = await site.member();
  await givenBlogs(storage, [{ author: { name: 'Ada Lovelace', photo: null, bio: null } }]);
  const [listed] = (await ada.call(allBlogs, { query: {} })).body;
  const params = { id: listed?._id ?? '' };
  expect((await ada.call(blogRights, { params })).body).toEqual({
    canEdit: false,
    canDelete: false,
    canComment: true,
  });
  const attempt = ada.call(updateBlog, { params, body: text });
  expect(await problemOf(attempt)).toMatchObject({ status: 403 });
});

testOnEachEngine('a second import changes the ETag but not the version', async ({ storage }) => {
  const site = await startBlogSite(storage);
  const blog = {
    ...text,
    category: 'Other' as const,
    sourceKey: 'a',
    author: null,
    createdAt: 1,
    layout: { html: '<p>Laid out.</p>', wordCount: 2, undescribed: 0 },
  };
  await storage.write((write) => publishImported(write, blog));
  const [listed] = (await site.visitor.call(allBlogs, { query: {} })).body;
  const params = { id: listed?._id ?? '' };
  const tag = async () => (await site.visitor.call(oneBlog, { params })).headers.get('etag');
  const before = await tag();
  await storage.write((write) => publishImported(write, { ...blog, title: 'Renamed' }));
  expect(await tag()).not.toBe(before);
});

testOnEachEngine('each save keeps the previous text as a revision', async (database) => {
  const { site, ada, params, save, read } = await start(database.storage);
  const firstSaved = new Date(site.clock.now).toISOString();
  site.clock.now += 5_000;
  await save({ title: 'Second', longDescription: 'Second text here' });
  await save({ title: 'Third' });
  const { body: list } = await ada.call(blogRevisions, { params });
  expect(list).toEqual([
    { version: 2, title: 'Second', wordCount: 3, savedAt: new Date(site.clock.now).toISOString() },
    { version: 1, title: text.title, wordCount: 4, savedAt: firstSaved },
  ]);
  const { body: first } = await ada.call(blogRevision, { params: { ...params, version: '1' } });
  expect(first).toMatchObject(text);
  await save(first);
  expect(await read()).toMatchObject({ ...text, version: 4 });
  for (const version of ['3', '4', '0', '-1', '1e3', '99999999999', 'x']) {
    const attempt = ada.call(blogRevision, { params: { ...params, version } });
    if (version === '3') expect((await attempt).body.title).toBe('Third');
    else expect(await problemOf(attempt)).toMatchObject({ code: 'revision-not-found' });
  }
});

testOnBothEngines('the latest fifty revisions are kept', async (database) => {
  const { ada, params, save } = await start(database.storage);
  for (let count = 1; count <= 53; count += 1) await save({ title: `Save ${count}` });
  const { body: list } = await ada.call(blogRevisions, { params });
  expect(list).toHaveLength(50);
  expect([list[0]?.title, list.at(-1)?.title]).toEqual(['Save 52', 'Save 3']);
});
