import { expect } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { oneBlog } from '../../src/blog/contract.ts';
import { restorableMs } from '../../src/blog/life.ts';
import { removedTexts } from '../../src/blog/server/removed-texts.ts';
import { text } from '../../src/blog/server/testing.ts';
import {
  deleteBlog,
  restoreBlog,
  takeBlogBack,
} from '../../src/features/writing/own-texts/contract.ts';
import { addBlog } from '../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember, problemOf } from '../../src/identity/testing.ts';
import { sweep } from '../../src/storage/background/sweep.ts';
import { testOnEachEngine } from '../../src/storage/testing.ts';

testOnEachEngine('the page of a blog deleted by its author answers 410', async ({ storage }) => {
  const { url } = await listen(storage);
  const ada = await givenMember(storage, url);
  const { _id: id } = (await ada.call(addBlog, { body: text })).body;
  const pageOf = async () => {
    const reply = await fetch(`${url}/blog/${id}`);
    return { status: reply.status, body: await reply.text() };
  };
  expect(await pageOf()).toMatchObject({ status: 200 });

  await ada.call(deleteBlog, { params: { id }, query: { title: text.title } });
  const gone = await pageOf();
  expect(gone.status).toBe(410);
  expect(gone.body).toContain('This blog has been removed');
  expect(gone.body).toContain('<title>Blog removed | ');
  expect(gone.body).toContain('<meta name="robots" content="noindex">');
  expect(gone.body).toContain('action="/All-blogs"');
  expect(gone.body).not.toContain(text.title);
  expect(await problemOf(ada.call(oneBlog, { params: { id } }))).toMatchObject({ status: 404 });

  await ada.call(restoreBlog, { params: { id } });
  expect((await pageOf()).status).toBe(200);

  await ada.call(deleteBlog, { params: { id }, query: { title: text.title } });
  await sweep(storage, removedTexts, Date.now() + 2 * restorableMs);
  expect((await pageOf()).status).toBe(410);
});

testOnEachEngine(
  'a blog that was taken back to a draft, or never existed, answers 404',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const { _id: id } = (await ada.call(addBlog, { body: text })).body;
    await ada.call(takeBlogBack, { params: { id } });
    for (const one of [id, '0198c0de-0000-7000-8000-000000000000']) {
      expect((await fetch(`${url}/blog/${one}`)).status).toBe(404);
    }
  },
);
