import { sql } from 'kysely';
import { expect } from 'vitest';
import { testOn } from '../testing.ts';

testOn(
  'postgres',
  'a parameterized statement of a write is prepared, one of a reader is not',
  async (test) => {
    const { storage } = test;
    await storage.reader.selectFrom('leases').select('key').where('key', '=', 'read').execute();
    const prepared = await storage.write(async ({ db }) => {
      await db.selectFrom('leases').select('holder').where('key', '=', 'written').execute();
      const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements`.execute(db);
      return rows.map(({ statement }) => statement);
    });
    expect(prepared).toContain('select "holder" from "leases" where "key" = $1');
    expect(prepared).not.toContain('select "key" from "leases" where "key" = $1');
  },
);

testOn(
  'postgres',
  'a prepared write still works after another process has added a column',
  async ({ storage, open }) => {
    const other = await open();
    const add = (key: string) =>
      storage.write(({ db }) =>
        db
          .insertInto('leases')
          .values({ key, holder: 'h', expires_at: 1 })
          .returningAll()
          .execute(),
      );
    await add('before');
    await sql`alter table leases add column note text`.execute(other.writer);
    expect(await add('after')).toEqual([{ key: 'after', holder: 'h', expires_at: 1, note: null }]);
  },
);
