import { sql } from 'kysely';
import { expect } from 'vitest';
import { retention } from '../../../src/app/features.ts';
import { accountRetention } from '../../../src/features/account/server/one-time-tokens.ts';
import { sessionRetention } from '../../../src/identity/session/session.ts';
import { storageRetention, sweep } from '../../../src/storage/background/sweep.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import { testOnBothEngines } from '../../../src/storage/testing.ts';

const all = [...storageRetention, ...sessionRetention, ...accountRetention];
const dayMs = 24 * 60 * 60_000;
const now = 100 * dayMs;

testOnBothEngines(
  'what is out of date goes, a little at a time, and the rest stays',
  async ({ storage }) => {
    const person_id = rowId();
    await storage.write(async ({ db }) => {
      await db.insertInto('people').values({ id: person_id, name: 'Ada', created_at: 0 }).execute();
      const rows = Array.from({ length: 1_100 }, (_, index) => ({
        key: `k${index}`,
        times: '[]',
        blocked_until: 0,
        expires_at: index < 1_050 ? now - index : now + 1 + index,
      }));
      for (const some of [rows.slice(0, 550), rows.slice(550)]) {
        await db.insertInto('counted_tries').values(some).execute();
      }
      for (const created_at of [now - dayMs, now - dayMs + 1]) {
        const fields = { person_id, purpose: 'addBlog', fingerprint: 'f', result_id: 'r' };
        await db
          .insertInto('remembered_results')
          .values({ ...fields, key: `k${created_at}`, created_at })
          .execute();
      }
      for (const expires_at of [now, now + 1]) {
        const name = `at ${expires_at}`;
        await db
          .insertInto('sessions')
          .values({
            token_hash: name,
            id: name,
            person_id,
            label: 'Firefox',
            created_at: 0,
            authenticated_at: 0,
            last_seen_at: 0,
            expires_at,
          })
          .execute();
        await db
          .insertInto('one_time_tokens')
          .values({ token_hash: name, purpose: 'spent', payload: '', expires_at })
          .execute();
        await db.insertInto('leases').values({ key: name, holder: 'h', expires_at }).execute();
        const aside = { holder_id: person_id, person_id, row: '{}', deletion_id: name };
        await db
          .insertInto('set_aside_rows')
          .values({ ...aside, kind: 'comment', row_id: name, ends_at: expires_at })
          .execute();
        const held = { state: 'removed', blog_id: name, label: '', label_folded: '', reason: '' };
        await db
          .insertInto('held_texts')
          .values({
            ...held,
            kind: 'comment',
            id: name,
            author_id: person_id,
            source_key: null,
            batch: null,
            created_at: 0,
            held_at: 0,
            ends_at: expires_at,
          })
          .execute();
      }
    });
    const writes: number[] = [];
    const counting = {
      ...storage,
      reader: storage.reader,
      write: async (...given: Parameters<typeof storage.write>) => {
        writes.push(writes.length);
        return storage.write(...given);
      },
    } as typeof storage;

    await sweep(counting, all, now);

    // Six for the tries, one for each of the other six tables.
    expect(writes).toHaveLength(12);
    for (const { table, column } of all) {
      const { rows } = await sql<{ n: number; oldest: number }>`
        select count(*) as n, min(${sql.ref(column)}) as oldest from ${sql.table(table)}`.execute(
        storage.reader,
      );
      expect(Number(rows[0]?.n), table).toBe(table === 'counted_tries' ? 50 : 1);
      expect(Number(rows[0]?.oldest), table).toBeGreaterThan(now - dayMs);
    }
    await sweep(counting, all, now);
    expect(writes).toHaveLength(12);
  },
);

testOnBothEngines('each sweep finds its rows by an index', async ({ storage }) => {
  for (const { table, column } of retention) {
    const plan =
      storage.engine === 'sqlite'
        ? sql`explain query plan select * from ${sql.table(table)} where ${sql.ref(column)} <= 1 order by ${sql.ref(column)} limit 5`
        : sql`select indexdef from pg_indexes where tablename = ${table}`;
    const { rows } = await plan.execute(storage.reader);
    expect(JSON.stringify(rows), table).toMatch(
      storage.engine === 'sqlite' ? /USING INDEX/ : new RegExp(`\\(${column}\\)`),
    );
  }
});
