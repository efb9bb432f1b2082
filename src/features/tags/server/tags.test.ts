import { afterAll, expect } from 'vitest';
import { oneBlog } from '../../../blog/contract.ts';
import { blogAnswers } from '../../../blog/server/blog-answers.ts';
import { createTagRewriter } from '../../../blog/server/tags/rewrite-tags.ts';
import { forgetUnusedTags } from '../../../blog/server/tags/store-tags.ts';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { problemOf, startMemberSite } from '../../../identity/testing.ts';
import { createTextLayout } from '../../../platform/threads/text-layout.ts';
import { createRateLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines } from '../../../storage/testing.ts';
import { deleteTag, managedTags, mergeTag, renameTag } from '../contract/manage.ts';
import { allTags, blogsOfTag, oneTag, pageSize } from '../contract/tags.ts';
import { manageAnswers } from './manage-answers.ts';
import { tagAnswers } from './tag-answers.ts';

/** One layout for all sites of this file, since its thread takes a moment to start. */
const layout = createTextLayout();
afterAll(() => layout.close());

async function start(storage: Storage) {
  const failures: unknown[] = [];
  const rewriter = createTagRewriter(storage, (error) => failures.push(error));
  const limiter = createRateLimiter({ storage, factor: 0 });
  const site = await startMemberSite(storage, () => [
    ...tagAnswers({ storage }),
    ...manageAnswers({ storage, limiter, rewriter }),
    ...blogAnswers({ storage, layout, onError: (error) => failures.push(error) }),
  ]);
  const moderator = await site.member('Mo', 'moderator');
  /** Resolves when all texts have been rewritten. */
  const settled = async () => {
    await rewriter.run();
    expect(failures).toEqual([]);
  };
  return { ...site, moderator, settled };
}

async function blogsIn({ reader }: Storage) {
  return allTexts(reader)
    .selectFrom('blogs')
    .select(['id', 'tags', 'version', 'updated_at', 'bytes'])
    .orderBy('created_at')
    .execute();
}

testOnBothEngines('the blogs of a tag are listed page by page', async ({ storage }) => {
  const { visitor } = await start(storage);
  const tagged = Array.from({ length: pageSize + 2 }, () => ({ tags: 'Slow travel, C++' }));
  await givenBlogs(storage, [...tagged, { title: 'Another', tags: 'Bread' }]);
  const tag = { tag: 'slow-travel', name: 'Slow travel', blogs: pageSize + 2 };
  for (const asked of ['slow-travel', 'SLOW travel', '#Slow_Travel']) {
    expect((await visitor.call(oneTag, { params: { tag: asked } })).body).toEqual(tag);
  }
  const params = { tag: 'c++' };
  const first = await visitor.call(blogsOfTag, { params, query: {} });
  expect(first.body).toHaveLength(pageSize);
  expect(first.headers.get('x-total-count')).toBe(String(pageSize + 2));
  const link = first.headers.get('link') ?? '';
  const cursor = new URL(/<(.*)>; rel="next"/.exec(link)?.[1] ?? '', 'http://x').searchParams;
  const second = await visitor.call(blogsOfTag, {
    params,
    query: { cursor: cursor.get('cursor') ?? '' },
  });
  expect(second.body.map(({ title }) => title)).toEqual(['Blog 2', 'Blog 1']);
  expect(second.body[0]).toMatchObject({ tags: 'Slow travel, C++' });
  const { body: all } = await visitor.call(allTags, { query: {} });
  expect(all.map(({ name }) => name)).toEqual(['Bread', 'C++', 'Slow travel']);

  for (const unknown of ['nothing', '...', '%00', '<script>', '😀'.repeat(40)]) {
    for (const endpoint of [oneTag, blogsOfTag]) {
      const problem = await problemOf(visitor.call(endpoint, { params: { tag: unknown } }));
      expect(problem).toMatchObject({ status: 404, code: 'tag-not-found' });
    }
  }
});

testOnBothEngines('renaming a tag renames it in all blogs', async ({ storage }) => {
  const { visitor, moderator, settled } = await start(storage);
  await givenBlogs(
    storage,
    Array.from({ length: 120 }, () => ({ tags: 'Bread, Tea' })),
  );
  const before = await blogsIn(storage);
  const body = { name: ' #Sourdough ' };
  const named = await moderator.call(renameTag, { params: { tag: 'bread' }, body });
  expect(named.body).toEqual({ tag: 'sourdough', name: 'Sourdough' });
  await settled();
  const after = await blogsIn(storage);
  // The version stays the same, so that open editors report no conflict.
  expect(after).toEqual(
    before.map((blog) => ({ ...blog, tags: 'Sourdough, Tea', bytes: blog.bytes + 4 })),
  );
  const [first] = after;
  const shown = await visitor.call(oneBlog, { params: { id: first?.id ?? '' } });
  expect(shown.body.tags).toBe('Sourdough, Tea');
  // The old name leads to the new one, also in new blogs.
  const { body: found } = await visitor.call(oneTag, { params: { tag: 'bread' } });
  expect(found).toEqual({ tag: 'sourdough', name: 'Sourdough', blogs: 120 });
  await givenBlogs(storage, [{ title: 'Late', tags: 'BREAD, sourdough' }]);
  expect((await blogsIn(storage)).filter(({ tags }) => tags === 'Sourdough')).toHaveLength(1);

  // Another spelling of the same name, then back to the former one.
  const params = { tag: 'sourdough' };
  await moderator.call(renameTag, { params, body: { name: 'SourDough' } });
  await settled();
  await moderator.call(renameTag, { params, body: { name: 'Bread' } });
  await settled();
  expect((await blogsIn(storage)).filter(({ tags }) => tags === 'Bread, Tea')).toHaveLength(120);
  expect((await visitor.call(oneTag, { params })).body.tag).toBe('bread');
});

testOnBothEngines('tags can be merged, and deleted when unused', async ({ storage }) => {
  const { moderator, settled, visitor } = await start(storage);
  await givenBlogs(storage, [{ tags: 'Bread, Loaves' }, { tags: 'Loaves' }, { tags: 'Tea' }]);
  const refused = (call: Promise<unknown>) => problemOf(call);
  const params = { tag: 'loaves' };
  expect(
    await refused(moderator.call(renameTag, { params, body: { name: 'bread' } })),
  ).toMatchObject({ code: 'tag-exists' });
  expect(
    await refused(moderator.call(renameTag, { params, body: { name: 'a, b' } })),
  ).toMatchObject({ status: 400 });
  expect(
    await refused(moderator.call(mergeTag, { params, body: { into: 'Loaves' } })),
  ).toMatchObject({ code: 'same-tag' });
  expect(await refused(moderator.call(deleteTag, { params }))).toMatchObject({
    code: 'tag-in-use',
  });

  await moderator.call(mergeTag, { params, body: { into: 'BREAD' } });
  await settled();
  expect((await blogsIn(storage)).map(({ tags }) => tags)).toEqual(['Bread', 'Bread', 'Tea']);
  expect((await visitor.call(oneTag, { params })).body).toMatchObject({ tag: 'bread', blogs: 2 });
  const { body } = await moderator.call(managedTags, { query: { search: 'bre' } });
  expect(body.tags).toEqual([{ tag: 'bread', name: 'Bread', blogs: 2, texts: 2 }]);

  await storage.write(({ db }) => allTexts(db).deleteFrom('blogs').execute());
  await forgetUnusedTags(storage);
  // A tag that staff named stays until they delete it, with its aliases.
  expect((await moderator.call(managedTags, { query: {} })).body.tags).toMatchObject([
    { tag: 'bread', texts: 0 },
  ]);
  await moderator.call(deleteTag, { params: { tag: 'bread' } });
  expect(await storage.reader.selectFrom('tags').select('tag').execute()).toEqual([]);
  const acts = await storage.reader
    .selectFrom('acts')
    .select(['act', 'subject_label'])
    .orderBy('id')
    .execute();
  expect(acts).toEqual([
    { act: 'tag-merged', subject_label: 'Loaves → Bread' },
    { act: 'tag-deleted', subject_label: 'Bread' },
  ]);
});
