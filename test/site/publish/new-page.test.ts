import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

testOnEachEngine(
  'the page of a new blog is rendered before anybody requests it',
  async ({ storage }) => {
    const { url, pageCache } = await listen(storage);
    const ada = await givenMember(storage, url);
    const { renders } = pageCache.stats();
    const { _id: id } = (await ada.call(addBlog, { body: text })).body;
    await expect
      .poll(() => pageCache.stats().renders, { timeout: 20_000 })
      .toBeGreaterThan(renders);
    expect(await (await fetch(`${url}/blog/${id}`)).text()).toContain(text.title);
  },
);
