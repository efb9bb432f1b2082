import { sql } from 'kysely';
import { expect } from 'vitest';
import { retention } from '../../../src/app/features.ts';
import { accountRetention } from '../../../src/features/account/server/one-time-tokens.ts';
import { sessionRetention } from '../../../src/identity/session/session.ts';
import type { OwnSettings } from '../../../src/platform/site/own-settings.ts';
import { storageRetention, sweep } from '../../../src/storage/background/sweep.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import { testOnBothEngines } from '../../../src/storage/testing.ts';

const all = [...storageRetention, ...sessionRetention, ...accountRetention];
const dayMs = 24 * 60 * 60_000;
const now = 100 * dayMs;

testOnBothEngines(
  'expired rows are deleted in batches, and the others stay',
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

    // Six for the counted tries, one for each of the other four tables.
    expect(writes).toHaveLength(10);
    for (const { table, column } of all) {
      const { rows } = await sql<{ n: number; oldest: number }>`
        select count(*) as n, min(${sql.ref(column)}) as oldest from ${sql.table(table)}`.execute(
        storage.reader,
      );
      expect(Number(rows[0]?.n), table).toBe(table === 'counted_tries' ? 50 : 1);
      expect(Number(rows[0]?.oldest), table).toBeGreaterThan(now - dayMs);
    }
    await sweep(counting, all, now);
    expect(writes).toHaveLength(10);
  },
);

testOnBothEngines(
  'the owner’s settings decide how long messages and security events are kept',
  async ({ storage }) => {
    const person_id = rowId();
    const time = 3_000 * dayMs;
    await storage.write(async ({ db }) => {
      await db.insertInto('people').values({ id: person_id, name: 'Ada', created_at: 0 }).execute();
      for (const days of [2_000, 365, 30, 1]) {
        const created_at = time - days * dayMs;
        const message = { id: `${days}`, name: 'Ada', email: 'a@example.org', message: 'Hello' };
        await db
          .insertInto('contact_messages')
          .values({ ...message, created_at, forward_state: 'none' })
          .execute();
        const event = { id: `${days}`, person_id, kind: 'sign-in', browser: 'b', network: 'n' };
        await db
          .insertInto('security_events')
          .values({ ...event, created_at })
          .execute();
      }
    });
    const left = async (settings: OwnSettings) => {
      await sweep(storage, retention, time, { settings });
      const db = storage.reader;
      const messages = await db.selectFrom('contact_messages').select('id').execute();
      const events = await db.selectFrom('security_events').select('id').execute();
      return [messages.length, events.length];
    };
    expect(await left({})).toEqual([4, 2]);
    expect(await left({ messagesKept: '365' })).toEqual([2, 2]);
    expect(await left({ messagesKept: '30', eventsKept: '30' })).toEqual([1, 1]);
  },
);

testOnBothEngines('each cleanup finds its rows by an index', async ({ storage }) => {
  for (const rule of retention) {
    const { table } = rule;
    if ('due' in rule) {
      if (storage.engine === 'postgres') continue;
      const { rows } = await sql`explain query plan select 1 from ${sql.table(table)}
        where ${rule.due(1)} limit 5`.execute(storage.reader);
      expect(JSON.stringify(rows), table).toMatch(new RegExp(`SEARCH ${table} USING`));
      expect(JSON.stringify(rows), table).not.toMatch(/"SCAN \w+"/);
      continue;
    }
    const { column } = rule;
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
