import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { sqliteDialect } from './dialect.ts';

interface Tables {
  notes: { id: number; title: string };
}

function openNotes() {
  const folder = temporaryFolder('dialect');
  const file = path.join(folder.path, 'notes.sqlite');
  const beside = new DatabaseSync(file);
  beside.exec(`
    create table notes (id integer, title text);
    insert into notes values (1, 'one'), (2, 'two'), (3, 'three')`);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(file)) });
  onTestFinished(async () => {
    await db.destroy();
    beside.close();
    folder.remove();
  });
  return { db, beside };
}

test('limits are part of a statement, for a bound one is compiled again at each use', async () => {
  const { db } = openNotes();
  const most = 2;
  const built = db.selectFrom('notes').select('title').where('id', '>', 0).limit(most);
  const raw = sql<{ title: string }>`select title from notes where id > ${0} limit ${most}`;
  for (const { sql: text, parameters } of [built.compile(), raw.compile(db)]) {
    expect(text).toMatch(/limit 2$/);
    expect(parameters).toEqual([0]);
  }
  expect(await built.execute()).toEqual([{ title: 'one' }, { title: 'two' }]);
  expect((await raw.execute(db)).rows).toEqual([{ title: 'one' }, { title: 'two' }]);
});

test('columns keep their names when another process has put them into another order', async () => {
  expect.assertions(3);
  const { db, beside } = openNotes();
  const all = db.selectFrom('notes').selectAll().where('id', '=', 1);
  const before = { id: 1, title: 'one' };
  expect(await all.execute()).toEqual([before]);
  beside.exec(`
    drop table notes;
    create table notes (title text, added text, id integer);
    insert into notes values ('one', 'today', 1)`);
  const after = { title: 'one', added: 'today', id: 1 };
  expect(await all.execute()).toEqual([after]);
  for await (const row of all.stream()) expect(row).toEqual(after);
});
