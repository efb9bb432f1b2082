import { sql } from 'kysely';
import { expect } from 'vitest';
import * as step from '../../storage/migrations/0028-picture-uses.ts';
import { testOnBothEngines } from '../../storage/testing.ts';
import { givenBlogs } from './testing.ts';
import { allTexts } from './texts.ts';

const nameOf = (number: number) => `${number.toString(16).padStart(32, '0')}-1280x800-a0b1c2`;
const linkOf = (number: number) => `![a](/images/uploads/${nameOf(number)}.jpg)`;

testOnBothEngines(
  'the migration finds the pictures of existing texts, and at most 2,000 pictures of a text are noted',
  async ({ storage, engine }) => {
    const uses = () =>
      storage.reader.selectFrom('picture_uses').selectAll().orderBy('name').execute();
    const longDescription = `“\\" ${linkOf(1)} \u2028 ${linkOf(2)} ${linkOf(1)} /images/uploads/ /images/uploads/x.jpg`;
    await givenBlogs(storage, [{ longDescription, imageUrl: '/images/a.webp' }]);
    const [{ id = '' } = {}] = await storage.reader
      .selectFrom('published_blogs')
      .select('id')
      .execute();
    const expected = [1, 2].map((number) => ({ name: nameOf(number), text_id: id }));
    expect(await uses()).toEqual(expected);

    // Undoes the migration, so that it runs on existing texts.
    const run = (statement: string) => sql.raw(statement).execute(storage.writer);
    if (engine === 'sqlite') {
      for (const table of ['blogs', 'previews']) {
        for (const end of ['pictures', 'others', 'none']) {
          await run(`drop trigger ${table}_name_${end}`);
        }
      }
    } else {
      for (const name of ['blogs_name_pictures', 'previews_name_pictures']) {
        await run(`drop function ${name} cascade`);
      }
      await run('drop function note_picture_uses');
    }
    for (const table of ['picture_uses', 'taken_down_pictures', 'cleared_profiles']) {
      await run(`drop table ${table}`);
    }
    await run('drop index people_photo_url');
    const writer = storage.writer as never;
    await step.up(writer);
    await (engine === 'sqlite' ? step.upSqlite(writer) : step.upPostgres(writer));
    expect(await uses()).toEqual(expected);

    const many = Array.from({ length: 2_500 }, (_, index) => linkOf(index)).join('');
    await storage.write(({ db }) =>
      allTexts(db)
        .updateTable('blogs')
        .set({ long_description: many })
        .where('id', '=', id)
        .execute(),
    );
    expect(await uses()).toHaveLength(2_000);
    await storage.write(({ db }) =>
      allTexts(db).deleteFrom('blogs').where('id', '=', id).execute(),
    );
    expect(await uses()).toEqual([]);
  },
);
