import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ownHeaders, signUp } from '../../test/site-member.ts';
import { allTexts } from '../blog/server/texts.ts';
import { migrate, type Steps, stepNames } from '../storage/migrate.ts';
import { openUnchecked } from '../storage/postgres/testing-databases.ts';
import { everything, type Storage } from '../storage/storage.ts';
import { type TestDatabase, testOn, testOnBothEngines } from '../storage/testing.ts';
import { listen } from './testing.ts';

/** Migrates as an incompatible later version: a column that this one uses is renamed, and an unknown step is added. */
async function migrateFurther({ engine, writer }: Storage): Promise<void> {
  const notice = JSON.stringify({ origin: '', tags: [everything] });
  await writer.transaction().execute(async (db) => {
    await sql`alter table comments rename column text to words`.execute(db);
    await sql`alter table people add column pronouns text`.execute(db);
    await sql`insert into kysely_migration (name, timestamp) values ('9000-later', '')`.execute(db);
    // Sent with the commit, since this process may not query the database after it.
    if (engine === 'postgres') {
      await sql`select pg_notify('content_hub_changes', ${notice})`.execute(db);
    }
  });
}

/** Retries on a deadlock: a reader of both tables may lock them in the other order, and PostgreSQL ends one of both. */
async function migrateAtLast(storage: Storage): Promise<void> {
  for (;;) {
    try {
      return await migrateFurther(storage);
    } catch (error) {
      if (!(error instanceof Error && /deadlock detected/.test(error.message))) throw error;
    }
  }
}

const statusOf = async (url: string, init?: RequestInit) => {
  const reply = await fetch(url, init);
  await reply.arrayBuffer();
  return reply;
};

testOnBothEngines(
  'a process whose database a newer version migrates is not ready and answers 503, never 500',
  async ({ open, storage }) => {
    const { url } = await listen(storage, { READING: 'public' });
    const { cookie } = await signUp(url);
    const headers = ownHeaders(url, cookie);
    const blog = {
      title: 'On engines',
      imageUrl: '/images/categories/other.webp',
      category: 'Other',
      shortDescription: 'Short.',
      longDescription: 'Long.',
    };
    const body = JSON.stringify(blog);
    const published = await fetch(`${url}/api/addBlog`, { method: 'POST', headers, body });
    const { _id } = (await published.json()) as { _id: string };
    const asked = [
      () => statusOf(`${url}/api/addcomment?blogId=${_id}`),
      () => statusOf(`${url}/api/addcomment?blogId=${_id}`, { headers }),
      () => statusOf(`${url}/blog/${_id}`, { headers }),
      () => statusOf(`${url}/`),
      () => statusOf(`${url}/api/account`, { headers }),
      () => statusOf(`${url}/api/account/bio`, { method: 'PUT', headers, body: '{"bio":"B."}' }),
    ];
    for (const ask of asked) expect([200, 404]).toContain((await ask()).status);

    // Visitors send requests during the migration.
    const other = await open();
    let isOver = false;
    const statuses = new Set<number>();
    const visitors = asked.map(async (ask) => {
      while (!isOver) statuses.add((await ask()).status);
    });
    try {
      await migrateAtLast(other);
      await expect.poll(async () => (await statusOf(`${url}/readyz`)).status).toBe(503);
    } finally {
      isOver = true;
      await Promise.all(visitors);
    }
    expect([...statuses].filter((status) => status === 500)).toEqual([]);

    for (const ask of [...asked, () => statusOf(`${url}/readyz`)]) {
      const reply = await ask();
      expect(reply.status, reply.url).toBe(503);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await statusOf(`${url}/healthz`)).status).toBe(200);
  },
);

testOnBothEngines(
  'a query that fails for a missing column of a newer schema is SCHEMA_NEWER even without a notification',
  async ({ open, storage }) => {
    const other = await open();
    await other.writer.transaction().execute(async (db) => {
      await sql`alter table comments rename column text to words`.execute(db);
      await sql`insert into kysely_migration (name, timestamp) values ('9000-later', '')`.execute(
        db,
      );
    });
    const newer = { code: 'SCHEMA_NEWER' };
    const reading = allTexts(storage.reader).selectFrom('comments').select('text').execute();
    await expect(reading).rejects.toMatchObject(newer);
    expect(() => storage.assertKnownSchema()).toThrow('9000-later');
    await expect(storage.write(async () => {})).rejects.toMatchObject(newer);
    await expect(storage.reader.selectFrom('people').select('id').execute()).rejects.toMatchObject(
      newer,
    );
    await expect(open()).rejects.toThrow('made by a newer version');
  },
);

testOnBothEngines('a wrong query with a known schema is not SCHEMA_NEWER', async (test) => {
  const wrong = sql`select no_such_column from people`.execute(test.storage.reader);
  await expect(wrong).rejects.not.toMatchObject({ code: 'SCHEMA_NEWER' });
  await expect(test.storage.assertReady()).resolves.toBeUndefined();
});

const lastStep = stepNames.at(-1) ?? '';

/** Migration steps of possible later versions. */
const expanding: Steps = {
  '9000-expands': {
    compatibleFrom: lastStep,
    async up(db) {
      await sql`alter table people add column pronouns text`.execute(db);
      await sql`alter table comments add column mood text not null default ''`.execute(db);
      await sql`create table moods (id text primary key)`.execute(db);
    },
  },
};
const contracting: Steps = {
  '9001-contracts': {
    // A version that knows this step no longer uses the dropped column.
    compatibleFrom: '9000-expands',
    async up(db) {
      await sql`alter table people drop column bio`.execute(db);
    },
  },
};
const breaking: Steps = {
  '9000-breaks': {
    compatibleFrom: null,
    async up(db) {
      await sql`alter table people drop column bio`.execute(db);
    },
  },
};

const rewriting: Steps = {
  '9000-rewrites': {
    compatibleFrom: null,
    async up(db) {
      await sql`update people set bio = 'In another notation.'`.execute(db);
    },
  },
};

/** Adds a notification to each step, sent with its commit: a process that receives it may refuse all statements. */
function withNotifications(steps: Steps): Steps {
  const notice = JSON.stringify({ origin: '', tags: [everything] });
  const notifying = Object.entries(steps).map(([name, step]) => {
    const up: typeof step.up = async (db, engine) => {
      await step.up(db, engine);
      await sql`select pg_notify('content_hub_changes', ${notice})`.execute(db);
    };
    return [name, { ...step, up }];
  });
  return Object.fromEntries(notifying);
}

/**
 * Applies steps as the start of a later version does: on PostgreSQL without the timeout of the site's statements, and on a
 * client that doesn't take the lock which blocks migrations. Resolves to their number.
 */
async function applySteps({ engine, options, open }: TestDatabase, steps: Steps): Promise<number> {
  if (engine === 'sqlite') return migrate((await open()).writer, engine, {}, steps);
  const db = openUnchecked(options.databaseUrl ?? '');
  try {
    return await migrate(db, engine, {}, withNotifications(steps));
  } finally {
    await db.destroy();
  }
}

/** The statuses of saves by four clients during `work`, and of one save after it. */
async function savingDuring(url: string, cookie: string, work: () => Promise<unknown>) {
  const headers = ownHeaders(url, cookie);
  const statuses: number[] = [];
  let isOver = false;
  const save = async () => {
    const body = JSON.stringify({ bio: `The ${statuses.length}th.` });
    const { status } = await statusOf(`${url}/api/account/bio`, { method: 'PUT', headers, body });
    statuses.push(status);
  };
  const savers = Array.from({ length: 4 }, async () => {
    while (!isOver) await save();
  });
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(savers);
  }
  await save();
  return statuses;
}

testOnBothEngines(
  'a process keeps writing beside a newer version that only expands the schema, and another may start',
  async ({ storage, ...database }) => {
    const { url } = await listen(storage, { READING: 'public' });
    const { cookie } = await signUp(url);
    const statuses = await savingDuring(url, cookie, () => applySteps(database, expanding));
    expect(new Set(statuses)).toEqual(new Set([statuses[0]]));
    expect(statuses[0]).toBeLessThan(300);
    expect((await statusOf(`${url}/readyz`)).status).toBe(200);
    expect((await statusOf(`${url}/`)).status).toBe(200);
    await (await database.open()).assertReady();
  },
);

for (const [kind, later] of Object.entries({
  breaks: breaking,
  'changes only the meaning of rows': rewriting,
  'contracts what this one uses': { ...expanding, ...contracting },
})) {
  testOnBothEngines(
    `a process beside a newer version that ${kind} is not ready and refuses writes with 503`,
    async ({ storage, ...database }) => {
      const { url } = await listen(storage, { READING: 'public' });
      const { cookie } = await signUp(url);
      const statuses = await savingDuring(url, cookie, () => applySteps(database, later));
      expect(statuses.filter((status) => status === 500)).toEqual([]);
      expect(statuses.at(-1)).toBe(503);
      const reply = await statusOf(`${url}/readyz`);
      expect(reply.status).toBe(503);
      expect(reply.headers.get('retry-after')).toBe('1');
      await expect(database.open()).rejects.toThrow('made by a newer version');
    },
  );
}

testOn(
  'postgres',
  'a migration that PostgreSQL ends in a deadlock with a reader runs again',
  async (database) => {
    const hasBegun = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    const later: Steps = {
      '9000-locks-two-tables': {
        compatibleFrom: lastStep,
        async up(db) {
          await sql`alter table people add column pronouns text`.execute(db);
          hasBegun.resolve();
          await mayGoOn.promise;
          await sql`alter table comments add column mood text`.execute(db);
        },
      },
    };
    const reader = new pg.Client({ connectionString: database.options.databaseUrl });
    await reader.connect();
    onTestFinished(() => reader.end());
    await reader.query('begin');
    // The migration notices the deadlock, and is the one that ends.
    await reader.query("set local deadlock_timeout = '1min'");
    await reader.query('select id from comments');
    const migrating = applySteps(database, later);
    await hasBegun.promise;
    mayGoOn.resolve();
    // Waits for the migration, which waits for this transaction's lock of the comments.
    await reader.query('select id from people');
    await reader.query('commit');
    expect(await migrating).toBe(1);
  },
);

for (const [kind, statement] of Object.entries({
  'a column': 'alter table leases add column reason text',
  'rows only': "update leases set holder = ''",
})) {
  testOnBothEngines(
    `a write that waited for a breaking migration of ${kind} is refused, even if it would fit the new tables`,
    async ({ storage, ...database }) => {
      const isMigrating = Promise.withResolvers<void>();
      const mayEnd = Promise.withResolvers<void>();
      const migrating = applySteps(database, {
        '9000-means-another': {
          compatibleFrom: null,
          async up(db) {
            isMigrating.resolve();
            await mayEnd.promise;
            await sql.raw(statement).execute(db);
          },
        },
      });
      await isMigrating.promise;
      const writing = storage.write(
        ({ db }) =>
          db.insertInto('leases').values({ key: 'a', holder: 'ada', expires_at: 0 }).execute(),
        { lockKeys: [] },
      );
      const isRefused = expect(writing).rejects.toMatchObject({ code: 'SCHEMA_NEWER' });
      if (database.engine === 'postgres') {
        const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
        await expect.poll(async () => (await waiting.execute(storage.reader)).rows.length).toBe(1);
      }
      mayEnd.resolve();
      await migrating;
      await isRefused;
    },
  );
}

test('each migration step from 0026 on declares compatibleFrom', async () => {
  const folder = path.resolve(import.meta.dirname, '../storage/migrations');
  for (const step of stepNames.filter((name) => name >= '0026')) {
    const { compatibleFrom } = await import(path.join(folder, `${step}.ts`));
    expect([null, ...stepNames.filter((name) => name < step)], step).toContain(compatibleFrom);
  }
});
