import { sql } from 'kysely';
import { expect } from 'vitest';
import { ownHeaders, signUp } from '../../test/site-member.ts';
import { allTexts } from '../blog/server/texts.ts';
import { everything, type Storage } from '../storage/storage.ts';
import { testOnBothEngines } from '../storage/testing.ts';
import { listen } from './testing.ts';

/** What a later version does to the database: names that this one knows are gone, and a step is there that it doesn't know. */
async function migrateFurther({ engine, writer }: Storage): Promise<void> {
  const notice = JSON.stringify({ origin: '', tags: [everything] });
  await writer.transaction().execute(async (db) => {
    await sql`alter table comments rename column text to words`.execute(db);
    await sql`alter table people add column pronouns text`.execute(db);
    await sql`insert into kysely_migration (name, timestamp) values ('9000-later', '')`.execute(db);
    // Sent with the commit: after it this process may not ask its database any more.
    if (engine === 'postgres') {
      await sql`select pg_notify('content_hub_changes', ${notice})`.execute(db);
    }
  });
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

    // Others go on asking while it happens.
    const other = await open();
    let isOver = false;
    const statuses = new Set<number>();
    const visitors = asked.map(async (ask) => {
      while (!isOver) statuses.add((await ask()).status);
    });
    try {
      await migrateFurther(other);
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
  'what fails for want of a column is 503 though nobody has said that the tables are newer',
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

testOnBothEngines('a query that is wrong in itself stays an error of its own', async (test) => {
  const wrong = sql`select no_such_column from people`.execute(test.storage.reader);
  await expect(wrong).rejects.not.toMatchObject({ code: 'SCHEMA_NEWER' });
  await expect(test.storage.assertReady()).resolves.toBeUndefined();
});
