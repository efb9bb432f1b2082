import { sql } from 'kysely';
import { expect } from 'vitest';
import { forgetLostWords } from '../../../../blog/server/title-words.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnBothEngines } from '../../../../storage/testing.ts';
import { allBlogs } from '../../../search/contract.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { deleteBlog } from '../../own-texts/contract.ts';
import { addBlog, updateBlog } from '../contract/publishing.ts';

/** Words that the search knows but no title has, and words of titles that it doesn't know, after the cleanup. */
async function outOfStep(storage: Storage): Promise<unknown> {
  await forgetLostWords(storage);
  const { rows } = await sql`
    select word from title_word_spellings where word not in (select word from title_words)
    union select word from title_word_endings where word not in (select word from title_words)
    union select word from title_words where word not in (select word from title_word_endings)
      and length(word) > 2
    union select word from title_words where word not in (select word from title_word_spellings)`.execute(
    storage.reader,
  );
  return rows;
}

async function countOf(storage: Storage): Promise<number> {
  await forgetLostWords(storage);
  const { n } = await storage.reader
    .selectFrom('title_word_spellings')
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

testOnBothEngines('search forgets words that no title has any more', async ({ storage }) => {
  const site = await startBlogSite(storage);
  const ada = await site.member();
  const other = { ...text, title: 'Engines that weave' };
  await ada.call(addBlog, { body: other });
  const before = await countOf(storage);
  const { body: blog } = await ada.call(addBlog, { body: text });
  const params = { id: blog._id };
  for (let count = 0; count < 3; count += 1) {
    const title = `Renamed engines ${'abcdefghij'.repeat(3).slice(9 * count)} weave`;
    await ada.call(updateBlog, { params, body: { ...text, title } });
    expect(await outOfStep(storage)).toEqual([]);
  }
  const { title } = (await ada.call(allBlogs, { query: { search: 'renamed' } })).body[0] ?? {};
  await ada.call(deleteBlog, { params, query: { title: title ?? '' } });
  expect(await countOf(storage)).toBe(before);
  // Words of another title are still found, with a typo.
  const found = await ada.call(allBlogs, { query: { search: 'enginse' } });
  expect(found.body.map((one) => one.title)).toEqual([other.title]);
});

testOnBothEngines(
  'a word removed from one title while another adds it stays in the search',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const [ada, ben] = [await site.member('Ada'), await site.member('Ben')];
    const params = { id: (await ada.call(addBlog, { body: text })).body._id };
    for (let round = 0; round < 5; round += 1) {
      const word = `loom${'x'.repeat(round)}`;
      await ada.call(updateBlog, { params, body: { ...text, title: word } });
      await Promise.all([
        ada.call(updateBlog, { params, body: { ...text, title: `other ${round}` } }),
        ben.call(addBlog, { body: { ...text, title: `${word} again` } }),
      ]);
      expect(await outOfStep(storage)).toEqual([]);
    }
  },
);
