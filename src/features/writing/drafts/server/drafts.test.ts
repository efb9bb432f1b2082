import { expect } from 'vitest';
import { extentOf } from '../../../../blog/list-extent.ts';
import { cursorsOf, type PageCursors } from '../../../../blog/web/page-cursors.ts';
import { problemOf } from '../../../../identity/testing.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { emptyText } from '../../common/web/draft-text.ts';
import { deleteBlog } from '../../own-texts/contract.ts';
import { addBlog, updateBlog } from '../../publishing/contract/publishing.ts';
import {
  type DraftSave,
  discardDraft,
  draftsMax,
  draftsPerPage,
  lastDraft,
  myDrafts,
  oneDraft,
  saveDraft,
} from '../contract/drafts.ts';

const params = { key: 'new' } as const;

function bodyOf(title: string, change: Partial<DraftSave> = {}): DraftSave {
  const text = { ...emptyText, title };
  return { text, baseTag: null, revision: null, device: 'laptop', sequence: 1, ...change };
}

testOnEachEngine('an unfinished draft is stored unchanged', async ({ storage }) => {
  const site = await startBlogSite(storage);
  const ada = await site.member();
  const odd = { ...emptyText, title: ' e\u0301 \u0000\ud800 ', longDescription: 'a\r\nb\n' };
  const body = { ...bodyOf(''), text: odd, baseTag: '"3-2026"', wordCount: 2, undescribed: 3 };
  const { body: receipt } = await ada.call(saveDraft, { params, body });
  expect(receipt.savedAt).toBe(new Date(site.clock.now).toISOString());
  const { body: draft } = await ada.call(oneDraft, { params });
  expect(draft).toEqual({
    ...receipt,
    key: 'new',
    text: odd,
    baseTag: '"3-2026"',
    device: 'laptop',
  });
  expect((await ada.call(myDrafts, { query: {} })).body).toEqual([
    {
      ...receipt,
      key: 'new',
      title: 'e\u0301',
      formerTitle: null,
      wordCount: 2,
      undescribed: 3,
      isOfBlog: false,
      wasPublished: false,
      publishAt: null,
      publishFailure: null,
      hasPreview: false,
    },
  ]);

  const eve = await site.member('Eve');
  expect(await problemOf(eve.call(oneDraft, { params }))).toMatchObject({
    status: 404,
    code: 'draft-not-found',
  });
  await eve.call(discardDraft, { params, query: {} });
  expect((await ada.call(oneDraft, { params })).body.text).toEqual(odd);
});

testOnEachEngine('a device cannot overwrite a draft it has not seen', async ({ storage }) => {
  const ada = await (await startBlogSite(storage)).member();
  const save = (title: string, change?: Partial<DraftSave>) =>
    ada.call(saveDraft, { params, body: bodyOf(title, change) });
  const { body: first } = await save('On the laptop');
  const phone = { device: 'phone' };
  expect(await problemOf(save('On the phone', phone))).toMatchObject({
    status: 412,
    code: 'draft-saved-elsewhere',
  });
  expect((await ada.call(oneDraft, { params })).body.text.title).toBe('On the laptop');
  // After reading it the phone may save, and then the laptop has to read first.
  await save('On the phone', { ...phone, revision: first.revision });
  const behind = save('More on the laptop', { revision: first.revision, sequence: 2 });
  expect(await problemOf(behind)).toMatchObject({ status: 412 });
});

testOnEachEngine('a device can save on after a lost or late reply', async ({ storage }) => {
  const ada = await (await startBlogSite(storage)).member();
  const save = async (title: string, sequence: number) =>
    (await ada.call(saveDraft, { params, body: bodyOf(title, { sequence }) })).body;
  const first = await save('a', 1);
  expect(await save('a', 1)).toEqual(first);
  const third = await save('abc', 3);
  expect(await save('ab', 2)).toEqual(third);
  expect((await ada.call(oneDraft, { params })).body.text.title).toBe('abc');
});

testOnEachEngine('publishing deletes the published draft only', async ({ storage }) => {
  const ada = await (await startBlogSite(storage)).member();
  const { body: draft } = await ada.call(saveDraft, { params, body: bodyOf('a') });
  const { revision } = draft;
  const refused = ada.call(addBlog, {
    body: { ...text, title: '', draft: { ...params, revision } },
  });
  expect(await problemOf(refused)).toMatchObject({ status: 400 });
  await ada.call(addBlog, { body: { ...text, draft: { ...params, revision: 'older' } } });
  expect((await ada.call(oneDraft, { params })).body.revision).toBe(revision);
  const { body: blog } = await ada.call(addBlog, {
    body: { ...text, title: 'B', draft: { ...params, revision } },
  });
  expect(await problemOf(ada.call(oneDraft, { params }))).toMatchObject({ status: 404 });
  // A late save doesn't restore it.
  const late = ada.call(saveDraft, { params, body: bodyOf('ab', { revision, sequence: 2 }) });
  expect(await problemOf(late)).toMatchObject({ status: 412 });

  const own = { key: blog._id };
  const { body: change } = await ada.call(saveDraft, { params: own, body: bodyOf('c') });
  await ada.call(updateBlog, {
    params: { id: blog._id },
    body: { ...text, title: 'C', draft: { ...own, revision: change.revision } },
  });
  expect((await ada.call(myDrafts, { query: {} })).body).toEqual([]);
});

testOnEachEngine('a draft is discarded only at the revision that was seen', async ({ storage }) => {
  const ada = await (await startBlogSite(storage)).member();
  const { body: draft } = await ada.call(saveDraft, { params, body: bodyOf('a') });
  const discard = (revision: string) => ada.call(discardDraft, { params, query: { revision } });
  expect(await problemOf(discard('older'))).toMatchObject({ status: 412 });
  await discard(draft.revision);
  await discard(draft.revision);
  expect((await ada.call(myDrafts, { query: {} })).body).toEqual([]);
});

const keyOf = (index: number) =>
  `01890000-0000-7000-8000-${String(index).padStart(12, '0')}` as const;

/** Inserts drafts of a person, one second apart. */
async function givenDrafts(storage: Storage, personId: string, count: number): Promise<void> {
  const drafts = Array.from({ length: count }, (_, index) => ({
    person_id: personId,
    key: keyOf(index),
    text: JSON.stringify({ ...emptyText, title: `Draft ${index}` }),
    title: `Draft ${index}`,
    base_tag: null,
    revision: `r${index}`,
    device: 'laptop',
    sequence: 1,
    saved_at: index * 1_000,
  }));
  await storage.write(async ({ db }) => {
    for (let start = 0; start < count; start += 100) {
      const some = drafts.slice(start, start + 100);
      await db.insertInto('saved_drafts').values(some).execute();
    }
  });
}

testOnBothEngines('drafts are limited in number and size', async ({ storage }) => {
  const ada = await (await startBlogSite(storage)).member();
  await givenDrafts(storage, ada.person.id, draftsMax);
  expect(await problemOf(ada.call(saveDraft, { params, body: bodyOf('more') }))).toMatchObject({
    status: 409,
    code: 'too-many-drafts',
  });
  await ada.call(saveDraft, { params: { key: keyOf(3) }, body: bodyOf('on', { sequence: 2 }) });
  const long = bodyOf('x'.repeat(1_024 * 1_024));
  const tooLong = ada.call(saveDraft, { params: { key: keyOf(3) }, body: long });
  expect(await problemOf(tooLong)).toMatchObject({ status: 413 });
  const noKey = await ada.request('/api/drafts/..%2Fetc');
  expect(noKey.status).toBe(400);
});

testOnEachEngine(
  '200 drafts are listed page by page, counted, each once, newest first',
  async (db) => {
    const { storage } = db;
    const ada = await (await startBlogSite(storage)).member();
    await givenDrafts(storage, ada.person.id, 200);
    const titles: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body, headers } = await ada.call(myDrafts, { query: { cursor } });
      expect(body.length).toBeLessThanOrEqual(draftsPerPage);
      expect(extentOf(headers)).toEqual({ offset: titles.length, total: 200 });
      titles.push(...body.map(({ title }) => title));
      const beside: PageCursors = cursorsOf(headers.get('link'));
      cursor = beside.nextCursor;
    }
    expect(titles).toEqual(Array.from({ length: 200 }, (_, index) => `Draft ${199 - index}`));
    const made = Buffer.from('1.no key!').toString('base64url');
    expect((await ada.request(`/api/drafts?cursor=${made}`)).status).toBe(400);
    const eve = await (await startBlogSite(storage)).member('Eve');
    expect((await eve.call(myDrafts, { query: {} })).body).toEqual([]);
  },
);

testOnEachEngine(
  'the last draft is the latest of a new blog, without those of published blogs',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const last = async () => (await ada.call(lastDraft, {})).body.draft;
    const save = (key: string, title: string) =>
      ada.call(saveDraft, { params: { key }, body: bodyOf(title) });
    expect(await last()).toBeNull();
    await save(keyOf(1), 'First');
    site.clock.now += 1;
    await save(keyOf(2), 'Second');
    site.clock.now += 1;
    const { body: blog } = await ada.call(addBlog, { body: text });
    await save(blog._id, 'Of a blog');
    expect(await last()).toMatchObject({ key: keyOf(2), text: { title: 'Second' } });
    const { body: list } = await ada.call(myDrafts, { query: {} });
    expect(list.map(({ title, isOfBlog }) => [title, isOfBlog])).toEqual([
      ['Of a blog', true],
      ['Second', false],
      ['First', false],
    ]);
    // Deleting the blog also deletes its draft.
    await ada.call(deleteBlog, { params: { id: blog._id }, query: { title: text.title } });
    expect(await last()).toMatchObject({ key: keyOf(2) });
  },
);
