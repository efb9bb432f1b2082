import { expect } from 'vitest';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines } from '../../../src/storage/testing.ts';
import {
  blogsIn,
  commentsIn,
  exportOf,
  foreignComment,
  foreignText,
  published,
  rowsIn,
  run,
} from './testing-imports.ts';

/** The comments, each with whether it is by the author of its blog. */
async function saidIn(storage: Storage) {
  const authors = new Map((await blogsIn(storage)).map(({ id, author_id }) => [id, author_id]));
  return (await commentsIn(storage)).map(({ blog_id, person_id, name, text }) => {
    const isByAuthor = authors.get(blog_id) === person_id;
    return [text, name, isByAuthor] as const;
  });
}

const peopleIn = async (storage: Storage) =>
  (await storage.reader.selectFrom('people').select('name').execute())
    .map(({ name }) => name)
    .toSorted();

testOnBothEngines(
  'an imported commenter is an author only by an equal address, not by the name',
  async ({ storage }) => {
    const comments = [
      foreignComment('1', { author: { name: 'Mara Lind', email: 'other@old.example' } }),
      foreignComment('2', { author: { name: 'Mara Lind' } }),
      foreignComment('3', { author: { name: 'M. L.', email: ' MARA@old.example' } }),
    ];
    const texts = [foreignText('a', { comments }), foreignText('b')];
    await run(storage, exportOf(texts));
    expect(await saidIn(storage)).toEqual([
      ['Comment 1.', 'Mara Lind', false],
      ['Comment 2.', 'Mara Lind', false],
      ['Comment 3.', 'Mara Lind', true],
    ]);
    expect(await peopleIn(storage)).toEqual(['Mara Lind', 'Mara Lind']);

    // A newer export finds both of them again.
    const later = [...comments, foreignComment('4', { author: { name: 'Mara Lind' } })];
    const newer = [foreignText('a', { comments: later }), foreignText('b'), foreignText('c')];
    expect((await run(storage, exportOf(newer))).lines).toEqual([
      'a | updated',
      'b | skipped | it is there already',
      'c | imported',
    ]);
    expect((await saidIn(storage)).at(-1)).toEqual(['Comment 4.', 'Mara Lind', false]);
    expect(await peopleIn(storage)).toEqual(['Mara Lind', 'Mara Lind']);
    const [first, ...others] = (await blogsIn(storage)).map(({ author_id }) => author_id);
    expect(others).toEqual([first, first]);
    const before = await rowsIn(storage);
    await run(storage, exportOf(newer));
    expect(await rowsIn(storage)).toEqual(before);
  },
);

testOnBothEngines(
  'an imported author is not the commenter of the same name who came before',
  async ({ storage }) => {
    const byBo = { author: { name: 'Bo' } };
    const later = { ...byBo, createdAt: published + 2_000 };
    const ofBo = { authors: [{ name: 'Bo' }] };
    const texts = [
      foreignText('a', { comments: [foreignComment('1', byBo)] }),
      foreignText('b', { ...ofBo, comments: [foreignComment('2', later)] }),
      foreignText('c', { authors: [{ name: 'Bo', email: 'bo@old.example' }] }),
      foreignText('d', ofBo),
    ];
    await run(storage, exportOf(texts));
    expect(await saidIn(storage)).toEqual([
      ['Comment 1.', 'Bo', false],
      ['Comment 2.', 'Bo', false],
    ]);
    expect(await peopleIn(storage)).toEqual(['Bo', 'Bo', 'Mara Lind']);
    const before = await rowsIn(storage);
    await run(storage, exportOf(texts));
    expect(await rowsIn(storage)).toEqual(before);
  },
);
