import { expect } from 'vitest';
import { allTexts } from '../../../../blog/server/texts.ts';
import { cursorsOf, type PageCursors } from '../../../../blog/web/page-cursors.ts';
import { rowId } from '../../../../storage/row-id.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { addBlog } from '../../publishing/contract/publishing.ts';
import { countedMax, myBlogs } from '../contract.ts';

testOnEachEngine(
  "a member's published blogs are listed page by page, newest first",
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const eve = await site.member('Eve');
    for (let number = 0; number < 30; number += 1) {
      site.clock.now += number % 3;
      await ada.call(addBlog, { body: { ...text, title: `Blog ${number}` } });
    }
    await eve.call(addBlog, { body: text });
    const titles: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body, headers } = await ada.call(myBlogs, { query: { cursor } });
      titles.push(...body.map(({ title }) => title));
      const beside: PageCursors = cursorsOf(headers.get('link'));
      cursor = beside.nextCursor;
    }
    expect(titles).toEqual(Array.from({ length: 30 }, (_, index) => `Blog ${29 - index}`));
    expect((await ada.request('/api/myBlogs?cursor=x')).status).toBe(400);
  },
);

testOnEachEngine(
  'wishes and comments of each own blog are counted up to a maximum',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const eve = await site.member('Eve');
    const { body: quiet } = await ada.call(addBlog, { body: { ...text, title: 'Quiet' } });
    site.clock.now += 1;
    const { body: loud } = await ada.call(addBlog, { body: text });
    const own = { blog_id: loud._id, person_id: eve.person.id, created_at: 1 };
    await storage.write(async ({ db }) => {
      await db
        .insertInto('wishes')
        .values({ id: rowId(), ...own, title: text.title })
        .execute();
      for (let count = 0; count < countedMax + 100; count += 100) {
        const comments = Array.from({ length: 100 }, () => ({ id: rowId(), ...own, text: 'Hm.' }));
        await allTexts(db).insertInto('comments').values(comments).execute();
      }
    });
    const { body } = await ada.call(myBlogs, { query: {} });
    expect(body).toMatchObject([
      { _id: loud._id, wishes: 1, comments: countedMax, wordCount: loud.wordCount },
      { _id: quiet._id, wishes: 0, comments: 0 },
    ]);
  },
);
