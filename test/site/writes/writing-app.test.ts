import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { oneBlog } from '../../../src/blog/contract.ts';
import { addComment, commentsOfBlog } from '../../../src/features/comments/contract.ts';
import { addWish, myWishes } from '../../../src/features/wishlist/contract.ts';
import { deleteBlog } from '../../../src/features/writing/own-texts/contract.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import { createCaller, givenMember, problemOf } from '../../../src/identity/testing.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

const text = {
  title: 'On analytical engines',
  imageUrl: '/images/categories/technology.webp',
  category: 'Technology',
  shortDescription: 'What they weave.',
  longDescription: 'Patterns, as a loom does.',
} as const;

const lists = ['/', '/All-blogs', '/Featured-Blogs', '/contact'];
const apis = ['/api/latestBlogs', '/api/featuredBlogs', '/api/allBlogs'];

testOnEachEngine(
  'an author’s changes are on every page at the next request',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const visitor = createCaller(url);
    const ada = await givenMember(storage, url);
    const read = async (path: string) => (await visitor.request(path)).text();
    async function expectOnAll(paths: readonly string[], title: string, isThere: boolean) {
      for (const path of paths) {
        expect((await read(path)).includes(title), `${title} on ${path}`).toBe(isThere);
      }
    }
    const everywhere = [...lists, ...apis];
    await expectOnAll(everywhere, text.title, false);
    const { body: blog } = await ada.call(addBlog, { body: text });
    const own = [`/blog/${blog._id}`, `/api/blog/${blog._id}`];
    await expectOnAll([...everywhere, ...own], text.title, true);

    const params = { id: blog._id };
    await ada.call(updateBlog, { params, body: { ...text, title: 'On Jacquard looms' } });
    await expectOnAll([...everywhere, ...own], text.title, false);
    await expectOnAll([...everywhere, ...own], 'On Jacquard looms', true);

    await ada.call(deleteBlog, { params, query: { title: 'On Jacquard looms' } });
    await expectOnAll(everywhere, 'On Jacquard looms', false);
    const statuses = own.map(async (path) => (await visitor.request(path)).status);
    expect(await Promise.all(statuses)).toEqual([410, 404]);
  },
);

testOnEachEngine(
  'a blog deleted while others have it open is gone for them, with a reason',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const ben = await givenMember(storage, url, 'Ben');
    const { body: blog } = await ada.call(addBlog, { body: text });
    const params = { id: blog._id };
    const comment = { blogId: blog._id, comment: 'Nice.' };
    expect((await problemOf(ada.call(addComment, { body: comment }))).code).toBe('own-blog');
    await ben.call(addComment, { body: comment });
    await ben.call(addWish, { body: { reviewId: blog._id } });
    await ada.call(deleteBlog, { params, query: { title: text.title } });
    for (const attempt of [
      () => ada.call(updateBlog, { params, body: text }),
      () => ben.call(addComment, { body: { ...comment, comment: 'Again.' } }),
      () => ben.call(commentsOfBlog, { query: { blogId: blog._id } }),
      () => ada.call(addWish, { body: { reviewId: blog._id } }),
      () => ben.call(oneBlog, { params }),
    ]) {
      expect(await problemOf(attempt())).toMatchObject({ status: 404, code: 'blog-not-found' });
    }
    const { body: wishes } = await ben.call(myWishes, { query: {} });
    expect(wishes).toEqual([expect.objectContaining({ isRemoved: true, title: text.title })]);
  },
);

testOnEachEngine(
  'an author gets the ETag of the version, although visitors get cached bytes',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const { body: blog, headers } = await ada.call(addBlog, { body: text });
    const params = { id: blog._id };
    await createCaller(url).call(oneBlog, { params });
    const { headers: read } = await ada.call(oneBlog, { params });
    expect(read.get('etag')).toBe(headers.get('etag'));
    const ifMatch = { 'if-match': read.get('etag') ?? '' };
    await ada.call(updateBlog, { params, body: { ...text, title: 'One' } }, ifMatch);
    const late = ada.call(updateBlog, { params, body: { ...text, title: 'Two' } }, ifMatch);
    expect(await problemOf(late)).toMatchObject({ status: 412, code: 'someone-saved-first' });
    const tooLong = { ...text, longDescription: 'x'.repeat(1_024 * 1_024) };
    expect(await problemOf(ada.call(updateBlog, { params, body: tooLong }))).toMatchObject({
      status: 413,
    });
  },
);
