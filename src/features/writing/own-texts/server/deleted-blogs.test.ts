import { expect } from 'vitest';
import { extentOf } from '../../../../blog/list-extent.ts';
import { holdText } from '../../../../blog/server/held/moderation-holds.ts';
import { cursorsOf, type PageCursors } from '../../../../blog/web/page-cursors.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { discardDraft } from '../../drafts/contract/drafts.ts';
import { addBlog } from '../../publishing/contract/publishing.ts';
import { deleteBlog, myDeletedBlogs, restoreBlog, takeBlogBack } from '../contract.ts';

const dayMs = 24 * 60 * 60_000;

testOnEachEngine(
  'deleted blogs are listed for their author only, until restored or erased',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const eve = await site.member('Eve');
    const publish = async (title: string) =>
      (await ada.call(addBlog, { body: { ...text, title } })).body._id;
    const remove = (id: string, title: string) =>
      ada.call(deleteBlog, { params: { id }, query: { title } });
    const list = async () => (await ada.call(myDeletedBlogs, { query: {} })).body;
    const titles = async () => (await list()).map(({ title }) => title);

    const first = await publish('First');
    const second = await publish('Second');
    const third = await publish('Third');
    expect(await list()).toEqual([]);
    await remove(first, 'First');
    site.clock.now += dayMs;
    await remove(second, 'Second');
    site.clock.now += dayMs;
    await ada.call(takeBlogBack, { params: { id: third } });
    expect(await titles()).toEqual(['Second', 'First']);
    await ada.call(discardDraft, { params: { key: third }, query: {} });
    expect(await list()).toMatchObject([
      { _id: third, title: 'Third', isDraft: true },
      { _id: second, category: 'Technology', wordCount: 4, isDraft: false },
      { _id: first, endsAt: new Date(site.clock.now + 5 * dayMs).toISOString() },
    ]);
    expect((await eve.call(myDeletedBlogs, { query: {} })).body).toEqual([]);
    expect((await site.visitor.request('/api/myDeletedBlogs')).status).toBe(401);

    await ada.call(restoreBlog, { params: { id: second } });
    expect(await titles()).toEqual(['Third', 'First']);
    site.clock.now += 5 * dayMs;
    expect(await titles()).toEqual(['Third']);
    await ada.call(restoreBlog, { params: { id: third } });
    expect(await titles()).toEqual([]);
  },
);

testOnEachEngine('blogs hidden by staff are not listed as deleted', async ({ storage }) => {
  const site = await startBlogSite(storage);
  const ada = await site.member();
  for (const state of ['hidden', 'removed'] as const) {
    const { _id: id } = (await ada.call(addBlog, { body: { ...text, title: state } })).body;
    await storage.write((write) =>
      holdText(write, { kind: 'blog', id, state, reason: '', now: site.clock.now }),
    );
  }
  expect((await ada.call(myDeletedBlogs, { query: {} })).body).toEqual([]);
});

testOnEachEngine('deleted blogs are listed page by page, counted', async ({ storage }) => {
  const site = await startBlogSite(storage);
  const ada = await site.member();
  for (let number = 0; number < 30; number += 1) {
    const title = `Blog ${number}`;
    const { _id: id } = (await ada.call(addBlog, { body: { ...text, title } })).body;
    site.clock.now += number % 2;
    await ada.call(deleteBlog, { params: { id }, query: { title } });
  }
  const titles: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body, headers } = await ada.call(myDeletedBlogs, { query: { cursor } });
    expect(extentOf(headers)).toEqual({ offset: titles.length, total: 30 });
    titles.push(...body.map(({ title }) => title));
    const beside: PageCursors = cursorsOf(headers.get('link'));
    cursor = beside.nextCursor;
  }
  expect(titles).toEqual(Array.from({ length: 30 }, (_, index) => `Blog ${29 - index}`));
  expect((await ada.request('/api/myDeletedBlogs?cursor=x')).status).toBe(400);
});
