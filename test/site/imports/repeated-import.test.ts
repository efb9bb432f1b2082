import { sql } from 'kysely';
import { expect } from 'vitest';
import { importPorts } from '../../../src/app/site-parts.ts';
import { remove } from '../../../src/blog/life.ts';
import { changeBlog, changeComment } from '../../../src/blog/server/text-life.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { testOn, testOnBothEngines, testOnEachEngine } from '../../../src/storage/testing.ts';
import {
  blogsIn,
  commentsIn,
  exportOf,
  foreignComment,
  foreignText,
  plainPicture,
  run,
} from './testing-imports.ts';

testOnBothEngines('an interrupted import continues where it stopped', async ({ storage }) => {
  const texts = ['a', 'b', 'c'].map((key) =>
    foreignText(key, { comments: [foreignComment('1'), foreignComment('2')] }),
  );
  const killed = exportOf(texts);
  let inserts = 0;
  const { insertComments } = (await import('../../../src/app/site-parts.ts')).importPorts;
  const dying: typeof insertComments = async (...given) => {
    await insertComments(...given);
    inserts += 1;
    if (inserts === 2) throw new Error('killed');
  };
  await expect(run(storage, killed, { insertComments: dying })).rejects.toThrow('killed');
  // The second text belonged to the transaction that was rolled back.
  expect((await blogsIn(storage)).map(({ title }) => title)).toEqual(['About a']);
  expect(await commentsIn(storage)).toHaveLength(2);
  const { lines } = await run(storage, exportOf(texts));
  expect(lines).toEqual(['a | skipped | it is there already', 'b | imported', 'c | imported']);
  expect(await commentsIn(storage)).toHaveLength(6);
});

testOnEachEngine(
  'an import onto a full disk is reported, and continues once there is room',
  async ({ storage }) => {
    const { insertComments } = importPorts;
    const texts = ['a', 'b', 'c'].map((key) =>
      foreignText(key, { comments: [foreignComment('1')], markdown: `${key} ![](p.png)` }),
    );
    const files = { 'p.png': await plainPicture(20) };
    const full = Object.assign(new Error('disk full'), { code: '53100' });
    let inserts = 0;
    const failing: typeof insertComments = async (...given) => {
      await insertComments(...given);
      inserts += 1;
      if (inserts === 2) throw full;
    };
    const stopped = await run(storage, exportOf(texts, files), { insertComments: failing });
    expect(stopped.stopped).toMatch(
      /^There is no room left on the disk\. What was brought in stays/,
    );
    expect(stopped.lines).toEqual(['a | imported']);
    expect([(await blogsIn(storage)).length, (await commentsIn(storage)).length]).toEqual([1, 1]);
    // The same for a picture that doesn't fit on the disk.
    const takePicture = async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    };
    const again = await run(storage, exportOf(texts, files), { takePicture });
    expect(again.stopped).toMatch(/^There is no room left on the disk/);
    expect(again.lines).toEqual(['a | skipped | it is there already']);
    expect((await run(storage, exportOf(texts, files))).lines).toEqual([
      'a | skipped | it is there already',
      'b | imported',
      'c | imported',
    ]);
    expect(await commentsIn(storage)).toHaveLength(3);
  },
);

testOn('sqlite', 'an import into a full database is reported', async ({ storage }) => {
  const pagesMax = (pages: number) =>
    storage.write(({ db }) => sql.raw(`pragma max_page_count = ${pages}`).execute(db));
  const foreign = exportOf([
    foreignText('a'),
    foreignText('b', { markdown: 'Some words. '.repeat(50_000) }),
  ]);
  await run(storage, exportOf([foreignText('a')]));
  // The database can't become larger than it is.
  await pagesMax(1);
  const { stopped, lines } = await run(storage, foreign);
  expect(stopped).toMatch(/^There is no room left on the disk\. What was brought in stays/);
  expect(lines).toEqual(['a | skipped | it is there already']);
  await pagesMax(1_000_000);
  expect((await run(storage, foreign)).lines.at(-1)).toBe('b | imported');
});

testOnBothEngines(
  'a newer export adds and updates texts, and leaves those that were changed or deleted here',
  async ({ storage }) => {
    const older = ['edited', 'gone', 'same', 'newer'].map((key) =>
      foreignText(key, { comments: [foreignComment('1'), foreignComment('2')] }),
    );
    await run(storage, exportOf(older));
    const idOf = async (title: string) =>
      (await blogsIn(storage)).find((blog) => blog.title === title)?.id ?? '';
    const edited = await idOf('About edited');
    await storage.write(({ db }) =>
      allTexts(db)
        .updateTable('blogs')
        .set({ version: 2, title: 'Edited here' })
        .where('id', '=', edited)
        .execute(),
    );
    const gone = await idOf('About gone');
    await storage.write((write) => changeBlog(write, gone, remove(Date.now())));
    const [comment] = (await commentsIn(storage)).filter(({ blog_id }) => blog_id === edited);
    await storage.write((write) => changeComment(write, comment?.id ?? '', remove(Date.now())));

    const newer = older.map((text) => ({
      ...text,
      markdown: text.name === 'same' ? text.markdown : `${text.markdown} And more.`,
      comments: text.name === 'same' ? text.comments : [...text.comments, foreignComment('3')],
    }));
    const { lines } = await run(storage, exportOf(newer));
    expect(lines).toEqual([
      'edited | skipped | it has been changed here since it was imported',
      'gone | skipped | it has been removed here since it was imported',
      'same | skipped | it is there already',
      'newer | updated',
    ]);
    const blogs = await blogsIn(storage);
    expect(blogs.find(({ id }) => id === edited)?.title).toBe('Edited here');
    const said = (await commentsIn(storage)).filter(({ blog_id }) => blog_id === edited);
    expect(said.map(({ text, state }) => [text, state])).toEqual([
      ['Comment 1.', 'removed'],
      ['Comment 2.', 'published'],
      ['Comment 3.', 'published'],
    ]);
    // The deleted blog's row is purged after some days; the import must still skip it.
    await storage.write(({ db }) =>
      allTexts(db).deleteFrom('blogs').where('id', '=', gone).execute(),
    );
    expect((await run(storage, exportOf(newer))).lines[1]).toMatch(/removed here/);
  },
);

testOnBothEngines(
  'an imported text that an account owns is not updated by a later import',
  async ({ storage }) => {
    const text = foreignText('mine');
    await run(storage, exportOf([text]));
    await storage.write(({ db }) =>
      db.updateTable('people').set({ email: 'mara@new.example' }).execute(),
    );
    const { lines } = await run(storage, exportOf([{ ...text, title: 'Another' }]));
    expect(lines).toEqual(['mine | skipped | it has been changed here since it was imported']);
  },
);
