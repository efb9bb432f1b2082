import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { inMatrix } from '../../test/matrix.ts';
import { beginSession, ownHeaders, signIn } from '../../test/site-member.ts';
import { allTexts } from '../blog/server/texts.ts';
import { createSqliteTarget } from '../storage/backup/sqlite-target.ts';
import { migrateTo, stepNames } from '../storage/migrate.ts';
import { administer, openUnchecked } from '../storage/postgres/testing-databases.ts';
import type { Schema } from '../storage/schema.ts';
import type { Engine } from '../storage/storage.ts';
import { createTestDatabase, engines, type TestDatabase, testEngine } from '../storage/testing.ts';
import { notInBackups } from './features.ts';
import { siteVersion } from './site-version.ts';
import { listen } from './testing.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'test', 'releases');
const releases = readdirSync(folder).filter((name) => /^\d/.test(name));

/** A database created by a release. */
async function releasedDatabase(engine: Engine, release: string): Promise<TestDatabase> {
  const database = await createTestDatabase(engine, { isMigrated: false });
  const read = (name: string) => zstdDecompressSync(readFileSync(path.join(folder, release, name)));
  if (engine === 'sqlite') {
    const { dataDir } = database.options;
    writeFileSync(path.join(dataDir, 'content-hub.sqlite'), read('database.sqlite.zst'));
    return database;
  }
  const client = new pg.Client({ connectionString: database.options.databaseUrl });
  await client.connect();
  await client.query(read('database.sql.zst').toString());
  await client.end();
  return database;
}

for (const release of releases) {
  for (const engine of engines) {
    testEngine(
      engine,
      `this version opens a database of ${release} with its accounts, texts and comments`,
      async () => {
        const database = await releasedDatabase(engine, release);
        const storage = await database.open();
        await storage.assertReady();
        const { url } = await listen(storage, { READING: 'public' });
        const proof = await signIn(url, { email: 'ada@example.org', password: 'Analytical' });
        expect(proof.status).toBe(200);
        const ada = await beginSession(url, await proof.json());
        const ask = async (address: string, cookie = ada) =>
          (await fetch(`${url}${address}`, { headers: ownHeaders(url, cookie) })).json();
        const [blog] = (await ask('/api/allBlogs?search=kept')) as [{ _id: string }];
        expect(blog).toMatchObject({
          title: 'Kept since 0.1.0',
          shortDescription: 'Saved once more.',
        });
        const years: { blogs: number }[] = await ask('/api/archive');
        const visible = await storage.reader.selectFrom('published_blogs').select('id').execute();
        expect(visible.length).toBeGreaterThan(0);
        expect(years.reduce((sum, { blogs }) => sum + blogs, 0)).toBe(visible.length);
        const kept = async (table: 'comments' | 'wishes' | 'blog_revisions') =>
          (await allTexts(storage.reader).selectFrom(table).selectAll().execute()).length;
        expect(await kept('wishes')).toBe(1);
        expect(await kept('blog_revisions')).toBe(1);
        expect(JSON.stringify(await ask(`/api/addcomment?blogId=${blog._id}`))).toContain(
          'Still here?',
        );
        expect(JSON.stringify(await ask('/api/drafts'))).toContain('A draft of 0.1.0');
        const added = await fetch(`${url}/api/addBlog`, {
          method: 'POST',
          headers: ownHeaders(url, ada),
          body: JSON.stringify({
            title: 'Written since',
            imageUrl: '/images/categories/other.webp',
            category: 'Other',
            shortDescription: 'Short.',
            longDescription: 'Long.',
          }),
        });
        expect(added.status).toBe(201);
      },
    );

    testEngine(
      engine,
      `the migration steps released with ${release} still create the same schema`,
      async () => {
        const released = await schemaOf(await releasedDatabase(engine, release), engine);
        const last = String(released.steps.at(-1));
        const made = await createTestDatabase(engine, { isMigrated: false });
        await makeTables(made, engine, last);
        expect((await schemaOf(made, engine)).objects).toEqual(released.objects);
      },
    );
  }
}

/** Creates the tables of an empty database as of this migration step. */
async function makeTables({ options }: TestDatabase, engine: Engine, last: string): Promise<void> {
  if (engine === 'sqlite') {
    mkdirSync(options.dataDir, { recursive: true });
    const file = path.join(options.dataDir, 'content-hub.sqlite');
    const target = await createSqliteTarget(file, last, notInBackups);
    await target.finish();
    await target.close();
    return;
  }
  const db = openUnchecked(options.databaseUrl ?? '');
  await migrateTo(db, 'postgres', last);
  await db.destroy();
}

/** The schema of a database in the engine's own words. */
async function schemaOf({ options }: TestDatabase, engine: Engine) {
  if (engine === 'postgres') {
    const db = openUnchecked(options.databaseUrl ?? '');
    try {
      return await postgresSchema(db);
    } finally {
      await db.destroy();
    }
  }
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path.join(options.dataDir, 'content-hub.sqlite'));
  try {
    const all = database.prepare('select name, sql from sqlite_master order by name').all();
    return {
      steps: stepsIn(database.prepare('select name from kysely_migration').all()),
      objects: all,
    };
  } finally {
    database.close();
  }
}

const stepsIn = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ name }) => String(name)).sort();

async function postgresSchema(db: Kysely<Schema>) {
  const steps = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const { rows: objects } = await sql<{ what: string }>`
    select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || ' ' || a.attnotnull || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
      || ' ' || coalesce(l.collname, '') as what
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_collation l on l.oid = a.attcollation
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select proname || prosrc from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return { steps: stepsIn(steps.rows), objects };
}

/** Replaces an empty PostgreSQL database by a copy of another. */
async function copyDatabase(from: TestDatabase, to: TestDatabase): Promise<void> {
  const url = to.options.databaseUrl ?? '';
  const [source, target] = [from, to].map(({ options }) =>
    new URL(options.databaseUrl ?? '').pathname.slice(1),
  );
  await administer(url, `drop database ${target}`);
  await administer(url, `create database ${target} template ${source}`);
}

/** On PostgreSQL, where a step takes ten times as long, a usual run starts at every fourth step only. */
const isStarted = (engine: Engine, index: number) =>
  inMatrix({ usual: engine === 'sqlite' || index % 4 === 0, whole: true });

for (const engine of engines) {
  testEngine(
    engine,
    'this version migrates and opens a database from every migration step',
    { timeout: 120_000 },
    async () => {
      const growing = await createTestDatabase(engine, { isMigrated: false });
      for (const [index, step] of stepNames.entries()) {
        if (!isStarted(engine, index)) continue;
        const database = await createTestDatabase(engine, { isMigrated: false });
        if (engine === 'postgres') {
          // One database grows from step to step: starting each anew would take twice the time.
          await makeTables(growing, engine, step);
          await copyDatabase(growing, database);
        } else await makeTables(database, engine, step);
        await fill(database, engine, index + 1);
        const storage = await database.open();
        const { title } = await allTexts(storage.reader)
          .selectFrom('blogs')
          .innerJoin('people', 'people.id', 'blogs.author_id')
          .innerJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
          .select('blogs.title')
          .executeTakeFirstOrThrow();
        expect(title, step).toBe('Old tale');
        const words = await storage.reader
          .selectFrom('title_words')
          .select(['word', 'category'])
          .execute();
        expect(words, step).toEqual([{ word: 'tale', category: 'Other' }]);
        const { text_bytes } = await storage.reader
          .selectFrom('account_usage')
          .select('text_bytes')
          .executeTakeFirstOrThrow();
        // Old tale, /i.png, Other, s, l
        expect(text_bytes, step).toBe(8 + 6 + 5 + 1 + 1);
        await storage.close();
      }
    },
  );
}

/** Inserts a person and a blog as the version of this step stored them. */
async function fill({ options }: TestDatabase, engine: Engine, number: number): Promise<void> {
  const statements = [
    `insert into people (id, name, created_at) values ('ada', 'Ada', 1)`,
    `insert into blogs (id, title, title_folded, image_url, category, short_description,
       long_description, word_count, author_id, created_at, updated_at${number < 24 ? '' : ', bytes'})
     values ('b', 'Old tale', 'old tale', '/i.png', 'Other', 's', 'l', 1, 'ada', 1, 1${number < 24 ? '' : ', 21'})`,
    number < 10
      ? `insert into title_words (word, blog_id) values ('tale', 'b')`
      : `insert into title_words (word, created_at, blog_id, category) values ('tale', 1, 'b', 'Other')`,
    `insert into title_word_spellings (spelling, word) values ('tale', 'tale')`,
    ...(number < 5
      ? []
      : [
          `insert into blog_html (blog_id, html, renderer, blog_version, blog_updated_at)
           values ('b', '', '', 0, 0)`,
        ]),
  ];
  if (engine === 'sqlite') {
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(path.join(options.dataDir, 'content-hub.sqlite'));
    for (const statement of statements) database.exec(statement);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

test('the changelog starts with this version or “Unreleased” and lists every release', () => {
  const log = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
  const versions = [...log.matchAll(/^## \[([^\]]+)\]/gm)].map(([, version]) => version);
  expect([`${siteVersion()}`, 'Unreleased']).toContain(versions[0]);
  for (const release of releases) expect(versions).toContain(release);
});
