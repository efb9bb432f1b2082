import { sql } from 'kysely';
import { expect } from 'vitest';
import { keptQuery } from './kept-query.ts';
import { testOn, testOnBothEngines } from './testing.ts';

let builds = 0;

const takeLease = keptQuery((db, lease: { key: string; holder: string; endsAt: number }) => {
  builds += 1;
  return db
    .insertInto('leases')
    .values({ key: lease.key, holder: lease.holder, expires_at: lease.endsAt })
    .returning(['key', 'holder', 'expires_at']);
});

const leasesOf = keptQuery((db, { holder }: { holder: string }) =>
  db.selectFrom('leases').select('key').where('holder', '=', holder).orderBy('key'),
);

testOnBothEngines(
  'a kept query is built once for a database, and runs with the values of each call',
  async ({ storage }) => {
    builds = 0;
    for (const key of ['one', 'two']) {
      const row = { key, holder: `${key} holder`, expires_at: 5 };
      const lease = { key, holder: row.holder, endsAt: row.expires_at };
      expect(await storage.write(({ db }) => takeLease(db, lease))).toEqual([row]);
    }
    expect(builds).toBe(1);
    expect(await leasesOf(storage.reader, { holder: 'two holder' })).toEqual([{ key: 'two' }]);
    expect(await leasesOf(storage.writer, { holder: 'nobody' })).toEqual([]);
  },
);

testOn('postgres', 'a kept query is prepared outside of writes, too', async ({ storage }) => {
  await leasesOf(storage.reader, { holder: 'h' });
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements`.execute(storage.reader);
  expect(rows.map(({ statement }) => statement)).toEqual([
    'select "key" from "leases" where "holder" = $1 order by "key"',
  ]);
});
