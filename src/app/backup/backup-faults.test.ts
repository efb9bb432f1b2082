// @module-tag slow
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSnapshot } from '../../storage/backup/open-snapshot.ts';
import { tallyOf } from '../../storage/backup/row-source.ts';
import { engines, testEngine } from '../../storage/testing.ts';
import { notInBackups } from '../features.ts';
import { listBackups } from './backup-folder.ts';
import { makeBackup } from './make-backup.ts';
import { proveBackup } from './prove-backup.ts';
import { fillSite, type TestPlace, testFolder, testPlace } from './testing-backup.ts';

const command = path.resolve(import.meta.dirname, '../commands/backup.ts');

function startBackup({ dataDir, databaseUrl }: TestPlace, folder: string, shell = 'exec "$@"') {
  const child = spawn('sh', ['-c', shell, 'sh', process.execPath, command, folder], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return { child, said: () => said };
}

async function filled(engine: (typeof engines)[number]) {
  const place = await testPlace(engine);
  const storage = await place.database.open();
  await fillSite(storage, place.dataDir);
  return { place, storage };
}

// In KiB; exceeded by the database copy, by the archive or by the database of the proof.
const limits = engines.flatMap((engine) =>
  (engine === 'sqlite' ? [8, 256] : [2]).map((limit) => ({ engine, limit })),
);
for (const { engine, limit } of limits) {
  testEngine(
    engine,
    `a backup that exceeds a file size limit of ${limit} KiB fails and leaves no partial file`,
    async () => {
      const { place, storage } = await filled(engine);
      const folder = testFolder();
      const good = await makeBackup({ ...place, folder });
      const { child, said } = startBackup(place, folder, `ulimit -f ${limit * 2}; exec "$@"`);
      const [code] = await once(child, 'close');
      expect({ code, said: said() }).toEqual({ code: 1, said: expect.stringContaining('full') });
      expect(readdirSync(folder)).toEqual([path.basename(good.file)]);
      await storage.assertReady();
    },
  );
}

for (const engine of engines) {
  testEngine(
    engine,
    'a backup killed at any step leaves no broken archive, and the next backup is valid',
    { timeout: 120_000 },
    async () => {
      const { place, storage } = await filled(engine);
      const folder = testFolder();
      for (const step of ['', 'backup', 'scratch']) {
        const { child } = startBackup(place, folder);
        const ended = once(child, 'close');
        const isThere = () =>
          readdirSync(folder, { recursive: true }).some((name) =>
            step === '' ? true : path.basename(String(name)).startsWith(step),
          );
        // A step may be over before the first poll.
        const seen = vi.waitFor(() => expect(isThere()).toBe(true), {
          interval: 1,
          timeout: 30_000,
        });
        await Promise.race([seen, ended]);
        child.kill('SIGKILL');
        await ended;
        for (const { file } of await listBackups(folder)) {
          await proveBackup(file, { workFolder: testFolder() });
        }
      }
      await storage.assertReady();
      const { file } = await makeBackup({ ...place, folder });
      await proveBackup(file, { workFolder: testFolder() });
    },
  );
}

testEngine(
  'postgres',
  'the trial database of a killed proof is dropped by a later backup',
  async () => {
    const { place, storage } = await filled('postgres');
    const { writer } = storage;
    const { rows: sites } = await sql<{ site: string }>`
    select left(encode(sha256(convert_to(current_database(), 'UTF8')), 'hex'), 8) as site
  `.execute(writer);
    const nameOf = (ageMs: number) =>
      `content_hub_trial_${sites[0]?.site}_${(Date.now() - ageMs).toString(36)}_abcd`;
    const [died, busy] = [nameOf(11 * 60_000), nameOf(0)];
    for (const name of [died, busy]) await sql.raw(`create database ${name}`).execute(writer);
    await makeBackup({ ...place, folder: testFolder() });
    const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where datname in (${died}, ${busy})
  `.execute(writer);
    await sql.raw(`drop database ${busy}`).execute(writer);
    expect(rows).toEqual([{ name: busy }]);
  },
);

test('an SQLite backup during a migration holds the state before it', async () => {
  const { place, storage } = await filled('sqlite');
  const other = await place.database.open();
  await other.writer.transaction().execute(async (db) => {
    await sql`create table moved as select * from comments`.execute(db);
    await sql`delete from comments`.execute(db);
    const source = await openSnapshot({ ...place, workFolder: testFolder(), notInBackups });
    const comments = source.tables.find(({ name }) => name === 'comments');
    expect(source.tables.map(({ name }) => name)).not.toContain('moved');
    expect(comments && (await tallyOf(source, comments)).rows).toBe(1);
    await source.close();
  });
  await storage.assertReady();
});

testEngine(
  'postgres',
  'a PostgreSQL backup waits for the end of a migration and holds the state after it',
  async () => {
    const { place } = await filled('postgres');
    const client = new pg.Client({ connectionString: place.databaseUrl });
    await client.connect();
    await client.query('begin');
    // A rewritten table looks empty to a snapshot from before the rewrite.
    await client.query('alter table blogs alter column bytes type bigint');
    const opening = openSnapshot({ ...place, workFolder: testFolder(), notInBackups });
    await vi.waitFor(async () => {
      const { rows } = await client.query(
        `select 1 from pg_locks where not granted and mode = 'AccessShareLock'`,
      );
      expect(rows).toHaveLength(1);
    });
    await client.query('commit');
    await client.end();
    const source = await opening;
    const blogs = source.tables.find(({ name }) => name === 'blogs');
    expect(blogs && (await tallyOf(source, blogs)).rows).toBe(40);
    await source.close();
  },
);

test('a backup folder that can’t be written is an error with that reason', async () => {
  const { place } = await filled('sqlite');
  const folder = path.join(place.dataDir, 'content-hub.sqlite', 'backups');
  await expect(makeBackup({ ...place, folder })).rejects.toThrow(/can't be written/);
  expect(existsSync(folder)).toBe(false);
});
