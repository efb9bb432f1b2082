import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Storage } from '../../storage/storage.ts';
import { testOnBothEngines } from '../../storage/testing.ts';
import { startRelating } from './relate-older.ts';
import { findRelated, forgetBlogs } from './related-blogs.ts';
import { givenBlogs } from './testing.ts';
import { allTexts } from './texts.ts';

async function titlesById({ reader }: Storage): Promise<ReadonlyMap<string, string>> {
  const rows = await allTexts(reader).selectFrom('blogs').select(['id', 'title']).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

async function idOf(storage: Storage, title: string): Promise<string> {
  const [id = ''] = [...(await titlesById(storage))].find(([, own]) => own === title) ?? [];
  return id;
}

async function relatedTo(storage: Storage, title: string) {
  const titles = await titlesById(storage);
  const ids = await findRelated(storage.reader, await idOf(storage, title));
  return ids.map((id) => titles.get(id));
}

async function remove(storage: Storage, title: string): Promise<void> {
  const id = await idOf(storage, title);
  await storage.write(async ({ db }) => {
    await forgetBlogs(db, [id]);
    await allTexts(db).deleteFrom('blogs').where('id', '=', id).execute();
  });
}

const bread = [
  { title: 'Sourdough bread by hand' },
  { title: 'The hand of a clock' },
  { title: 'Sourdough and rye' },
  { title: 'What is that about' },
  { title: 'Rye bread, sourdough and time' },
];

testOnBothEngines(
  'blogs with rarer words in common are more closely related',
  async ({ storage }) => {
    await givenBlogs(storage, bread);
    expect(await relatedTo(storage, 'Rye bread, sourdough and time')).toEqual([
      'Sourdough and rye',
      'Sourdough bread by hand',
    ]);
    // An older blog is related to later ones, too.
    expect(await relatedTo(storage, 'Sourdough and rye')).toContain(
      'Rye bread, sourdough and time',
    );
    // Very common words relate no blogs.
    expect(await relatedTo(storage, 'What is that about')).toEqual([]);
  },
);

testOnBothEngines(
  'words of the short description count, and the category breaks ties',
  async (test) => {
    const { storage } = test;
    await givenBlogs(storage, [
      { title: 'Lighthouses of the north', category: 'Other' },
      { title: 'A lighthouse keeper', category: 'Travel' },
      { title: 'Another lighthouse', category: 'Other' },
      { title: 'Where ships turn', shortDescription: 'At a lighthouse.', category: 'Travel' },
    ]);
    expect(await relatedTo(storage, 'Where ships turn')).toEqual([
      'A lighthouse keeper',
      'Another lighthouse',
    ]);
  },
);

testOnBothEngines('the next related blog takes the place of a removed one', async ({ storage }) => {
  const titles = ['one', 'two', 'three', 'four', 'five'].map((word) => `Rye ${word}`);
  await givenBlogs(
    storage,
    titles.map((title) => ({ title })),
  );
  const before = await relatedTo(storage, 'Rye five');
  expect(before).toEqual(['Rye four', 'Rye three', 'Rye two']);
  await remove(storage, 'Rye three');
  expect(await relatedTo(storage, 'Rye five')).toEqual(['Rye four', 'Rye two', 'Rye one']);
});

testOnBothEngines(
  'blogs without related blogs are related in the background',
  async ({ storage }) => {
    await givenBlogs(storage, bread);
    const before = await relatedTo(storage, 'Rye bread, sourdough and time');
    await storage.write(async ({ db }) => {
      await db.deleteFrom('related_blogs').execute();
      await sql`insert into unrelated_blogs (blog_id) select id from blogs`.execute(db);
    });
    const onError = (error: unknown) => {
      throw error;
    };
    await Promise.all([0, 1].map(() => startRelating({ storage, onError }).ended));
    expect(await relatedTo(storage, 'Rye bread, sourdough and time')).toEqual(before);
    expect(await storage.reader.selectFrom('unrelated_blogs').selectAll().execute()).toEqual([]);
  },
);
