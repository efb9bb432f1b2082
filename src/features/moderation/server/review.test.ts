import { expect, test } from 'vitest';
import { problemOf } from '../../../identity/testing.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { allBlogs } from '../../search/contract.ts';
import { startBlogSite, text } from '../../writing/common/server/testing-writing.ts';
import type { HeldText } from '../../writing/publishing/contract/held.ts';
import { myHeldTexts } from '../../writing/publishing/contract/held.ts';
import { addBlog, updateBlog } from '../../writing/publishing/contract/publishing.ts';
import { createReview } from './review.ts';
import { createSpamLists } from './spam-lists.ts';

const off = { reviewFirst: 0, linksOfNew: undefined, spamWords: [], spamHosts: [] };

test('without review settings there is no review', () => {
  expect(createReview(off)({ kind: 'blog', personId: 'a', texts: ['Buy'] })).toBeUndefined();
});

test('spam words match whole words in any case and form, and spam hosts match with their subdomains', () => {
  const lists = createSpamLists({
    words: ['Casino', 'buy now', '赌博', 'Straße'],
    hosts: ['spam.example', 'Bücher.example'],
  });
  const found = (given: string) => lists.find(given) !== undefined;
  for (const given of [
    'CASINO!',
    'ｃａｓｉｎｏ',
    'so buy, NOW',
    '去赌博吧',
    'STRAßE',
    'https://a.spam.example/x',
    'see SPAM.example.',
    'http://xn--bcher-kva.example',
    'bücher.example',
    // Spellings that look or resolve the same.
    'cas\u200bi\u00adno',
    'https://spam%2Eexample/x',
    'https://spam。example/x',
    'https://s%70am.example',
  ]) {
    expect(found(given), given).toBe(true);
  }
  for (const given of ['casinos', 'buy it now', 'notspam.example', 'spam.example.org', '']) {
    expect(found(given), given).toBe(false);
  }
});

test('matching a text of 1 MiB finishes with long spam lists', () => {
  const words = Array.from({ length: 1_000 }, (_, index) => `a word${index} b`);
  const lists = createSpamLists({ words, hosts: ['spam.example'] });
  for (const part of ['a ', 'a.', 'a word1 ', '.', 'é']) {
    expect(lists.find(part.repeat(1_048_576 / part.length))).toBeUndefined();
  }
});

testOnEachEngine(
  'the first texts of a new account are held, once each, can be edited, and are limited to twenty',
  async ({ storage }) => {
    const review = createReview({ ...off, reviewFirst: 2 });
    const { member } = await startBlogSite(storage, { review });
    const ada = await member();
    const ben = await member('Ben');
    const titles = async () =>
      (await ben.call(allBlogs, { query: {} })).body.map(({ title }) => title);
    const held = async (): Promise<HeldText[]> => (await ada.call(myHeldTexts, {})).body;

    const key = { 'idempotency-key': 'one' };
    const first = await ada.call(addBlog, { body: text }, key);
    expect(first.body.held).toMatchObject({ state: 'waiting', reason: expect.any(String) });
    // Sent again, first with its key and then without one.
    expect((await ada.call(addBlog, { body: text }, key)).body).toEqual(first.body);
    expect((await ada.call(addBlog, { body: text })).body._id).toBe(first.body._id);
    expect(await held()).toHaveLength(1);
    expect(await titles()).toEqual([]);

    const params = { id: first.body._id };
    const saved = await ada.call(updateBlog, { params, body: { ...text, title: 'On looms' } });
    expect(saved.body).toMatchObject({ version: 2, held: { state: 'waiting' } });
    expect(await held()).toMatchObject([{ label: 'On looms', state: 'waiting' }]);
    expect(await titles()).toEqual([]);

    for (let count = 1; count < 20; count += 1) {
      await ada.call(addBlog, { body: { ...text, title: `Number ${count}` } });
    }
    const more = ada.call(addBlog, { body: { ...text, title: 'One more' } });
    expect(await problemOf(more)).toMatchObject({ code: 'too-many-waiting', status: 409 });
    expect(await held()).toHaveLength(20);

    const mo = await member('Mo', 'moderator');
    await mo.call(addBlog, { body: { ...text, title: 'By staff' } });
    expect(await titles()).toEqual(['By staff']);
  },
);

testOnEachEngine(
  'a published blog that is edited to contain a spam word is held again',
  async ({ storage }) => {
    const review = createReview({ ...off, spamWords: ['casino'] });
    const { member } = await startBlogSite(storage, { review });
    const ada = await member();
    const { body } = await ada.call(addBlog, { body: text });
    expect(body.held).toBeUndefined();
    const params = { id: body._id };
    const changed = { ...text, longDescription: 'The best CASINO' };
    const saved = await ada.call(updateBlog, { params, body: changed });
    expect(saved.body).toMatchObject({ version: 2, held: { state: 'waiting' } });
    expect((await ada.call(allBlogs, { query: {} })).body).toEqual([]);
  },
);
