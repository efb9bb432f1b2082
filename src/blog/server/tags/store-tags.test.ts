import { expect } from 'vitest';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines } from '../../../storage/testing.ts';
import { backToDraft, hold, type Transition } from '../../life.ts';
import { givenBlogs } from '../testing.ts';
import { changeBlog } from '../text-life.ts';
import { allTexts } from '../texts.ts';
import { findTag, suggestTags } from './find-tags.ts';
import { forgetUnusedTags } from './store-tags.ts';

const tagsOf = ({ reader }: Storage) =>
  reader.selectFrom('tags').select(['tag', 'name', 'texts', 'blogs']).orderBy('tag').execute();

async function blogOf({ reader }: Storage, title: string) {
  return allTexts(reader)
    .selectFrom('blogs')
    .select(['id', 'tags'])
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
}

async function change(storage: Storage, title: string, transition: Transition) {
  const { id } = await blogOf(storage, title);
  await storage.write((write) => changeBlog(write, id, transition));
}

testOnBothEngines(
  'the first published spelling of a tag is used for all blogs',
  async ({ storage }) => {
    await givenBlogs(storage, [
      { title: 'First', tags: 'JavaScript, Slow travel' },
      { title: 'Second', tags: 'slow-travel, javascript, Ünique' },
    ]);
    expect((await blogOf(storage, 'Second')).tags).toBe('Slow travel, JavaScript, Ünique');
    expect(await tagsOf(storage)).toEqual([
      { tag: 'javascript', name: 'JavaScript', texts: 2, blogs: 2 },
      { tag: 'slow-travel', name: 'Slow travel', texts: 2, blogs: 2 },
      { tag: 'unique', name: 'Ünique', texts: 1, blogs: 1 },
    ]);
  },
);

testOnBothEngines('a tag counts visible blogs only', async ({ storage }) => {
  await givenBlogs(storage, [
    { title: 'First', tags: 'Bread' },
    { title: 'Second', tags: 'bread, Tea' },
  ]);
  await change(storage, 'First', backToDraft);
  expect(await findTag(storage.reader, 'BREAD')).toEqual({ tag: 'bread', name: 'Bread', blogs: 1 });
  await change(storage, 'Second', hold('hidden'));
  expect(await findTag(storage.reader, 'bread')).toBeUndefined();
  expect(await findTag(storage.reader, 'unknown')).toBeUndefined();
  expect(await findTag(storage.reader, '..')).toBeUndefined();
  expect(await suggestTags(storage.reader, 't', 8)).toEqual([]);
  const rows = [
    { tag: 'bread', name: 'Bread', texts: 2, blogs: 0 },
    { tag: 'tea', name: 'Tea', texts: 1, blogs: 0 },
  ];
  expect(await tagsOf(storage)).toEqual(rows);
  // Texts that are not visible still have these tags.
  await forgetUnusedTags(storage);
  expect(await tagsOf(storage)).toEqual(rows);
  // A tag without visible blogs sets no spelling.
  await givenBlogs(storage, [{ title: 'Third', tags: 'BREAD' }]);
  expect((await blogOf(storage, 'Third')).tags).toBe('BREAD');

  await storage.write(({ db }) => allTexts(db).deleteFrom('blogs').execute());
  await forgetUnusedTags(storage);
  expect(await tagsOf(storage)).toEqual([]);
});

testOnBothEngines('tags are suggested by their beginning', async ({ storage }) => {
  await givenBlogs(storage, [
    { tags: 'Travel, Tea, Trains, Bread' },
    { tags: 'Trains, Bread' },
    { tags: 'Trains, 茶, 🍞' },
  ]);
  const names = async (beginning: string, limit = 8) =>
    (await suggestTags(storage.reader, beginning, limit)).map(({ name }) => name);
  expect((await names('T')).toSorted()).toEqual(['Tea', 'Trains', 'Travel']);
  expect(await names('tra')).toEqual(['Trains', 'Travel']);
  expect(await names('', 2)).toEqual(['Trains', 'Bread']);
  expect(await names('#茶')).toEqual(['茶']);
  expect(await names('🍞')).toEqual(['🍞']);
  expect(await names('zq')).toEqual([]);
});
