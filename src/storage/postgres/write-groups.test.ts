import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Storage, Write } from '../storage.ts';
import { createTestDatabase, testEngine, testOn } from '../testing.ts';
import { openPostgres } from './open-postgres.ts';
import { type Lost, startCuttingProxy } from './testing-cutting-proxy.ts';

const transactionsAtOnce = 3;

/** Inserts a lease with this key; a second one is refused. Resolves to the id of its transaction. */
const take =
  (key: string) =>
  async ({ db, touch }: Write): Promise<string | undefined> => {
    await db.insertInto('leases').values({ key, holder: 'h', expires_at: 1 }).execute();
    touch(key);
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db);
    return rows[0]?.id;
  };

async function taken(storage: Storage): Promise<readonly string[]> {
  const rows = await storage.writer.selectFrom('leases').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

/** Occupies all concurrent transactions until `endOne` or `endAll`; `begun` resolves when all of them run. */
function holdAll(storage: Storage) {
  const held = Array.from({ length: transactionsAtOnce }, (_, index) => {
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const work = () => {
      begun.resolve();
      return mayEnd.promise;
    };
    return { begun, mayEnd, write: storage.write(work, { lockKeys: [`held:${index}`] }) };
  });
  return {
    begun: Promise.all(held.map(({ begun }) => begun.promise)),
    endOne: () => held[0]?.mayEnd.resolve(),
    async endAll() {
      for (const { mayEnd } of held) mayEnd.resolve();
      await Promise.all(held.map(({ write }) => write));
    },
  };
}

testOn(
  'postgres',
  'writes that wait for a free transaction share one, and each fails separately',
  async ({ storage }) => {
    await storage.write(take('one 1'));
    const received: string[] = [];
    storage.onChange((tags) => received.push(...tags));
    const held = holdAll(storage);
    const waiting = Array.from({ length: 24 }, (_, index) => {
      const key = `one ${index}`;
      const work = async (write: Write) => {
        const id = await take(key)(write);
        if (index === 2) throw new Error('changed my mind');
        // PostgreSQL has aborted the transaction, even if the write catches the error.
        if (index === 23) await take(key)(write).catch(() => {});
        return id;
      };
      return storage.write(work, { lockKeys: [key] });
    });
    // Handled from now on: some fail while the others are waited for.
    const settled = Promise.allSettled(waiting);
    await held.begun;
    await held.endAll();
    const outcomes = await settled;
    const failed = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
    expect(failed).toEqual([1, 2, 23]);
    const standing = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(new Set(standing.map((one) => 'value' in one && one.value)).size).toBeLessThan(
      standing.length,
    );
    const keys = Array.from({ length: 23 }, (_, index) => `one ${index}`).filter(
      (key) => key !== 'one 2',
    );
    expect(await taken(storage)).toEqual(keys.toSorted());
    expect(received.toSorted()).toEqual(keys.filter((key) => key !== 'one 1').toSorted());
  },
);

testOn(
  'postgres',
  'writes that share a transaction do not wait for each other’s statements',
  async ({ storage }) => {
    const held = holdAll(storage);
    const steps: string[] = [];
    // Two for each of three transactions.
    const waiting = Array.from({ length: 6 }, (_, index) => {
      const work = async ({ db }: Write) => {
        steps.push('asked');
        await sql`select 1`.execute(db);
        steps.push('answered');
      };
      return storage.write(work, { lockKeys: [`one ${index}`] });
    });
    await held.begun;
    held.endOne();
    await Promise.all(waiting.slice(0, 2));
    await held.endAll();
    await Promise.all(waiting);
    expect(steps.slice(0, 4)).toEqual(['asked', 'asked', 'answered', 'answered']);
  },
);

const losses: readonly [string, Lost, object][] = [
  ['stands for all of them', 'answer', Array(2).fill({ status: 'fulfilled' })],
  ['was nobody’s', 'question', Array(2).fill({ reason: { code: 'unavailable', status: 503 } })],
];

for (const [name, lost, outcomes] of losses) {
  testEngine('postgres', `a lost commit of a group of writes ${name}`, async () => {
    const { options } = await createTestDatabase('postgres');
    const proxy = await startCuttingProxy(options.databaseUrl ?? '');
    const storage = await openPostgres({ url: proxy.url, onConnectionError: () => {} });
    onTestFinished(() => storage.close());
    const held = holdAll(storage);
    const ids = new Set<string | undefined>();
    // Six writes for three transactions: two each.
    const waiting = Array.from({ length: 6 }, (_, index) => {
      const work = async (write: Write) => {
        ids.add(await take(`one ${index}`)(write));
        if (index === 0) proxy.cutNextCommit(lost);
      };
      return storage.write(work, { lockKeys: [`one ${index}`] });
    });
    await held.begun;
    held.endOne();
    const settled = Promise.allSettled(waiting.slice(0, 2));
    await proxy.cut;
    expect(ids.size).toBe(1);
    expect(await settled).toMatchObject(outcomes);
    await held.endAll();
    await Promise.all(waiting.slice(2));
    expect(await taken(storage)).toHaveLength(lost === 'answer' ? 6 : 4);
  });
}
