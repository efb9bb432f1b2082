import { expect } from 'vitest';
import { extentOf } from '../../../blog/list-extent.ts';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { problemOf, startMemberSite } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { blogsOfAuthor, oneAuthor } from '../contract.ts';
import { authorAnswers } from './author-answers.ts';

/** Makes one author write the blogs of the given titles; returns the author's id. */
async function givenAuthor(storage: Storage, titles: readonly string[]): Promise<string> {
  const author = { name: 'Ada Lovelace', photo: '/images/authors/a.webp', bio: 'Weaves.' };
  await givenBlogs(storage, [
    { title: 'By somebody else' },
    ...titles.map((title) => ({ title, author })),
  ]);
  const { author_id } = await allTexts(storage.reader)
    .selectFrom('blogs')
    .select('author_id')
    .where('author_id', 'is not', null)
    .executeTakeFirstOrThrow();
  await storage.write(({ db }) =>
    allTexts(db).updateTable('blogs').set({ author_id }).where('title', 'in', titles).execute(),
  );
  return author_id ?? '';
}

testOnEachEngine('an author page lists profile and blogs page by page', async ({ storage }) => {
  const titles = Array.from({ length: 30 }, (_, index) => `Engine ${index}`);
  const id = await givenAuthor(storage, titles);
  const { visitor } = await startMemberSite(storage, authorAnswers);
  expect((await visitor.call(oneAuthor, { params: { id } })).body).toEqual({
    _id: id,
    name: 'Ada Lovelace',
    photo: '/images/authors/a.webp',
    bio: 'Weaves.',
  });
  const first = await visitor.call(blogsOfAuthor, { params: { id } });
  const link = first.headers.get('link') ?? '';
  const [, next = ''] = /^<(.*)>; rel="next"$/.exec(link) ?? [];
  const cursor = new URL(next, 'http://site').searchParams.get('cursor') ?? '';
  const second = await visitor.call(blogsOfAuthor, { params: { id }, query: { cursor } });
  expect(second.headers.get('link')).toMatch(/rel="prev"$/);
  expect([first, second].map(({ headers }) => extentOf(headers))).toEqual([
    { offset: 0, total: 30 },
    { offset: 24, total: 30 },
  ]);
  const shown = [...first.body, ...second.body].map(({ title }) => title);
  expect(first.body).toHaveLength(24);
  expect(shown).toEqual(titles.toReversed());
});

testOnEachEngine(
  'a person without published blogs is not an author, even with an account',
  async (test) => {
    const { storage } = test;
    const { visitor, member } = await startMemberSite(storage, authorAnswers);
    const { person } = await member();
    const unknown = '01900000-0000-7000-8000-00000000dead';
    for (const id of [person.id, unknown, 'nonsense']) {
      const problem = await problemOf(visitor.call(oneAuthor, { params: { id } }));
      expect(problem).toMatchObject({ status: 404, code: 'author-not-found' });
      expect((await visitor.call(blogsOfAuthor, { params: { id } })).body).toEqual([]);
    }
    await givenBlogs(storage, [{ title: 'First' }]);
    await storage.write(({ db }) =>
      allTexts(db).updateTable('blogs').set({ author_id: person.id }).execute(),
    );
    const { body } = await visitor.call(oneAuthor, { params: { id: person.id } });
    expect(Object.keys(body).sort()).toEqual(['_id', 'bio', 'name', 'photo']);
  },
);
