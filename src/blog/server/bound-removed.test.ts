import { expect } from 'vitest';
import { rowId } from '../../storage/row-id.ts';
import { testOnEachEngine } from '../../storage/testing.ts';
import { remove, restorableMs } from '../life.ts';
import { boundRemoved } from './bound-removed.ts';
import { givenBlogs } from './testing.ts';
import { changeBlog } from './text-life.ts';
import { allTexts } from './texts.ts';

testOnEachEngine(
  'beyond the size limit the oldest removed texts of a person can’t be restored, but the latest can',
  async ({ storage }) => {
    const people = ['ada', 'ben'].map((name) => ({ id: rowId(), name, created_at: 0 }));
    const [ada = '', ben = ''] = people.map(({ id }) => id);
    await storage.writer.insertInto('people').values(people).execute();
    const titles = ['1', '2', '3', '4', 'stays', 'of ben'];
    await givenBlogs(
      storage,
      titles.map((title) => ({ title, longDescription: 'x'.repeat(1_000) })),
    );
    const blogs = await allTexts(storage.reader)
      .selectFrom('blogs')
      .select(['id', 'title'])
      .execute();
    for (const { id, title } of blogs) {
      await storage.write(async (write) => {
        const texts = allTexts(write.db);
        const author_id = title === 'of ben' ? ben : ada;
        await texts.updateTable('blogs').set({ author_id }).where('id', '=', id).execute();
        if (title === 'stays') return;
        await changeBlog(write, id, remove(title === 'of ben' ? 1 : Number(title)));
      });
    }
    const keep = async (bytes: number) => {
      await storage.write((write) => boundRemoved(write, ada, 5, bytes));
      const rows = await allTexts(storage.reader)
        .selectFrom('blogs')
        .select('title')
        .where((row) => row.or([row('removed_until', 'is', null), row('removed_until', '>', 5)]))
        .orderBy('title')
        .execute();
      return rows.map(({ title }) => title);
    };

    expect(restorableMs).toBeGreaterThan(5);
    expect(await keep(5_000)).toEqual(['1', '2', '3', '4', 'of ben', 'stays']);
    expect(await keep(2_500)).toEqual(['3', '4', 'of ben', 'stays']);
    expect(await keep(1)).toEqual(['4', 'of ben', 'stays']);
  },
);
