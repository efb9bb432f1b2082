import { expect } from 'vitest';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { startMemberSite } from '../../../identity/testing.ts';
import type { OwnSettings } from '../../../platform/site/own-settings.ts';
import { noteFrequent } from '../../../storage/background/note-frequent.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { featuredBlogs } from '../contract/lists.ts';
import { countDiscussed } from './count-discussed.ts';
import { readingAnswers } from './reading-answers.ts';
import { createReadCounter } from './reads/read-counter.ts';

type Featured = Pick<OwnSettings, 'featured' | 'featuredBlogs'>;

const dayMs = 24 * 60 * 60_000;

/** Publishes blogs of the given titles; returns their ids and functions to wish for them and comment on them. */
async function given(storage: Storage, titles: readonly string[]) {
  await givenBlogs(
    storage,
    titles.map((title, index) => ({ title, longDescription: 'word '.repeat(index + 1) })),
  );
  const rows = await storage.reader.selectFrom('published_blogs').select(['id', 'title']).execute();
  const idOf = (title: string) => rows.find((row) => row.title === title)?.id ?? '';
  const people: string[] = [];
  await storage.write(async ({ db }) => {
    for (const name of ['Ada', 'Bea', 'Cyd']) {
      const id = rowId();
      people.push(id);
      await db
        .insertInto('people')
        .values({ id, name, photo_url: null, bio: null, created_at: 1 })
        .execute();
    }
  });
  async function keep(title: string, person: number): Promise<void> {
    const values = {
      id: rowId(),
      person_id: people[person] ?? '',
      blog_id: idOf(title),
      title,
      created_at: Date.now(),
    };
    await storage.write(({ db }) => db.insertInto('wishes').values(values).execute());
  }
  async function comment(title: string, person: number): Promise<void> {
    const values = {
      id: rowId(),
      blog_id: idOf(title),
      person_id: people[person] ?? '',
      text: 'Nice.',
      created_at: Date.now(),
    };
    await storage.write(({ db }) => allTexts(db).insertInto('comments').values(values).execute());
  }
  return { idOf, people, keep, comment };
}

async function start(storage: Storage) {
  let own: Featured = {};
  const site = await startMemberSite(storage, (parts) =>
    readingAnswers({ ...parts, settings: { get: async () => own }, counter: createReadCounter() }),
  );
  return {
    choose(next: Featured) {
      own = next;
    },
    titles: async () => (await site.visitor.call(featuredBlogs, {})).body.map(({ title }) => title),
  };
}

const count = (storage: Storage, now = Date.now()) =>
  countDiscussed(
    {
      storage,
      isWanted: async () => true,
      now: () => now,
      onError(error) {
        throw error;
      },
    },
    new AbortController().signal,
  );

testOnEachEngine('featured blogs follow the rule that the owner chose', async ({ storage }) => {
  const { idOf } = await given(storage, ['One', 'Two', 'Three']);
  const { choose, titles } = await start(storage);
  expect(await titles()).toEqual(['Three', 'Two', 'One']);
  choose({ featured: 'chosen', featuredBlogs: [idOf('Two'), rowId(), idOf('One')] });
  expect(await titles()).toEqual(['Two', 'One']);
  // Blogs that staff unfeatured or hid are left out.
  await storage.write(({ db }) =>
    db
      .insertInto('blog_marks')
      .values({ blog_id: idOf('Two'), mark: 'unfeatured', reason: 'Spam.', set_at: 1 })
      .execute(),
  );
  expect(await titles()).toEqual(['One']);
  choose({ featured: 'chosen' });
  expect(await titles()).toEqual([]);
});

testOnBothEngines('blogs most people wish for or comment on come first', async ({ storage }) => {
  const { idOf, people, keep, comment } = await given(storage, ['One', 'Two', 'Three', 'Old']);
  const { choose, titles } = await start(storage);
  choose({ featured: 'discussed' });
  await keep('One', 0);
  await keep('One', 1);
  await comment('One', 2);
  await keep('Two', 0);
  await comment('Two', 1);
  // Several comments of one person count once, and the author's comments don't count.
  for (let index = 0; index < 5; index += 1) await comment('Three', 0);
  await storage.write(({ db }) =>
    allTexts(db)
      .updateTable('blogs')
      .set({ author_id: people[2] ?? '' })
      .where('id', '=', idOf('Three'))
      .execute(),
  );
  await comment('Three', 2);
  await count(storage);
  expect(await titles()).toEqual(['One', 'Two', 'Three']);
  // The count is renewed after an hour at the earliest, and drops what is older than thirty days.
  await keep('Three', 1);
  await keep('Three', 2);
  await count(storage);
  expect(await titles()).toEqual(['One', 'Two', 'Three']);
  await count(storage, Date.now() + 2 * 60 * 60_000);
  expect((await titles())[0]).toBe('Three');
  await count(storage, Date.now() + 31 * dayMs);
  expect(await titles()).toEqual([]);
});

testOnEachEngine(
  'a new order of the discussed blogs invalidates the lists, an unchanged one does not',
  async ({ storage }) => {
    const { keep } = await given(storage, ['One', 'Two']);
    await keep('One', 0);
    const touched: string[] = [];
    storage.onChange((tags) => touched.push(...tags));
    await count(storage);
    expect(touched).toContain('blogs');
    touched.length = 0;
    await count(storage, Date.now() + 2 * 60 * 60_000);
    expect(touched).not.toContain('blogs');
  },
);

testOnEachEngine('discussed blogs are counted only if the owner uses them', async ({ storage }) => {
  const { keep } = await given(storage, ['One']);
  await keep('One', 0);
  const parts = { storage, isWanted: async () => false, onError: () => {} };
  await countDiscussed(parts, new AbortController().signal);
  expect(await storage.reader.selectFrom('discussed_blogs').selectAll().execute()).toEqual([]);
});

testOnEachEngine(
  'counting frequent blogs uses bounded memory and keeps the most frequent ones',
  async () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 300; index += 1) {
      noteFrequent(counts, `once ${index}`, 10);
      noteFrequent(counts, 'often', 10);
    }
    expect(counts.size).toBeLessThanOrEqual(10);
    expect(counts.has('often')).toBe(true);
  },
);
