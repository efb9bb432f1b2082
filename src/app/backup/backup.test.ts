import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { indexTables } from '../../blog/server/text-index.ts';
import { allTexts } from '../../blog/server/texts.ts';
import { findBlogs, issueBlogOf } from '../../features/newsletter/server/digest.ts';
import { insertIssue, steer } from '../../features/newsletter/server/issue-store.ts';
import { recordTakenDown } from '../../features/pictures/server/manage/taken-down.ts';
import { openSnapshot } from '../../storage/backup/open-snapshot.ts';
import { tallyOf } from '../../storage/backup/row-source.ts';
import { stepNames } from '../../storage/migrate.ts';
import type { Storage } from '../../storage/storage.ts';
import { engines, testEngine } from '../../storage/testing.ts';
import { features, notInBackups } from '../features.ts';
import { keepNewest, listBackups } from './backup-folder.ts';
import {
  BackupError,
  backupName,
  finishedName,
  formatName,
  formatVersion,
  pictureFile,
} from './backup-format.ts';
import { makeBackup } from './make-backup.ts';
import { compareTarget, proveBackup } from './prove-backup.ts';
import { readArchive } from './restore/read-archive.ts';
import { restoreBackup } from './restore/restore-backup.ts';
import {
  copyOf,
  fillSite,
  pictureName,
  putPicture,
  type TestPlace,
  testFolder,
  testPlace,
} from './testing-backup.ts';
import { writeArchive } from './write-archive.ts';

const say = () => {};

async function keep(place: TestPlace): Promise<string> {
  return (await makeBackup({ ...place, folder: testFolder() })).file;
}

async function filledSite(engine: (typeof engines)[number]): Promise<TestPlace> {
  const place = await testPlace(engine);
  await fillSite(await place.database.open(), place.dataDir);
  return place;
}

/** Row count and content digest of every table that a backup holds. */
async function everything(place: TestPlace) {
  const source = await openSnapshot({ ...place, workFolder: testFolder(), notInBackups });
  try {
    const tables: Record<string, unknown> = {};
    for (const table of source.tables) tables[table.name] = await tallyOf(source, table);
    return tables;
  } finally {
    await source.close();
  }
}

for (const from of engines) {
  for (const to of engines) {
    const needed = from === 'postgres' ? from : to;
    testEngine(needed, `a backup made on ${from} is restored completely on ${to}`, async () => {
      const old = await filledSite(from);
      const before = await everything(old);
      const file = await keep(old);
      const fresh = await testPlace(to, to === 'postgres' ? false : undefined);
      const { aside } = await restoreBackup({ ...fresh, file, replace: false, say });
      expect(aside).toBeUndefined();
      expect(await everything(fresh)).toEqual(before);
      const picture = path.join(fresh.dataDir, 'uploads', 'a1', pictureName);
      expect(readFileSync(path.join(picture, '800.jpg'), 'utf8')).toBe('of 800.jpg');
      await assertCounts(await fresh.database.open());
    });
  }
}

for (const engine of engines) {
  testEngine(
    engine,
    `a restore pauses a newsletter issue in progress and postpones an overdue digest, on ${engine}`,
    { tags: 'slow' },
    async () => {
      const old = await filledSite(engine);
      const storage = await old.database.open();
      const overdue = Date.now() - 1_000;
      const blogs = (await findBlogs(storage.writer, 1)).map(issueBlogOf);
      const issue = { subject: 'News', note: '', blogs };
      await storage.write(async (write) => {
        const reader = { id: 's', email: 's@example.org', secret: 's', created_at: 0, bounces: 0 };
        await write.db.insertInto('subscribers').values(reader).execute();
        const { id } = await insertIssue(write, issue, overdue);
        await steer(write, id, 'sending', overdue);
        const settings = { id: 'newsletter', is_on: 1, digest_at: overdue };
        await write.db.insertInto('newsletter_settings').values(settings).execute();
      });
      const file = await keep(old);
      const fresh = await testPlace(engine, engine === 'postgres' ? false : undefined);
      await restoreBackup({ ...fresh, file, replace: false, say });
      const { reader } = await fresh.database.open();
      expect(await reader.selectFrom('newsletter_issues').select('state').execute()).toEqual([
        { state: 'paused' },
      ]);
      const settings = await reader
        .selectFrom('newsletter_settings')
        .select(['is_on', 'digest_at'])
        .executeTakeFirstOrThrow();
      expect(settings.is_on).toBe(1);
      expect(Number(settings.digest_at)).toBeGreaterThan(Date.now());
    },
  );
}

for (const engine of engines) {
  testEngine(
    engine,
    `a picture taken down since the backup stays down after a restore, on ${engine}`,
    { tags: 'slow' },
    async () => {
      const place = await testPlace(engine);
      const storage = await place.database.open();
      await fillSite(storage, place.dataDir);
      // Without a common account, nothing shows that both databases are of the same site.
      await storage.write(({ db }) =>
        db
          .updateTable('people')
          .set({ email: 'ben@example.org' })
          .where('id', '=', 'ben')
          .execute(),
      );
      const file = await keep(place);
      const taken = { digest: 'a1b2-800x600-102030', name: pictureName, reason: 'Not fit.' };
      await storage.write(({ db }) => recordTakenDown(db, [{ ...taken, taken_at: 1 }]));
      await storage.close();
      await restoreBackup({ ...place, file, replace: true, say });
      const { reader } = await place.database.open();
      const down = await reader.selectFrom('taken_down_pictures').selectAll().execute();
      expect(down).toEqual([{ ...taken, taken_at: 1 }]);
      // It has no owner and is due for removal by the next sweep.
      const rows = await reader.selectFrom('pictures').selectAll().execute();
      expect(rows).toMatchObject([{ name: pictureName, owner_id: null, look_at: 0 }]);
    },
  );
}

/** Expects that the usage triggers count on from the restored value, and that no session was restored. */
async function assertCounts(storage: Storage): Promise<void> {
  const usage = () =>
    storage.reader
      .selectFrom('account_usage')
      .select('text_bytes')
      .where('person_id', '=', 'ben')
      .executeTakeFirstOrThrow();
  const { text_bytes: before } = await usage();
  await storage.write(({ db }) =>
    allTexts(db)
      .updateTable('comments')
      .set({ text: 'ßßß', bytes: 6 })
      .where('id', '=', 'c')
      .execute(),
  );
  expect((await usage()).text_bytes).toBe(before + 4);
  expect(await storage.reader.selectFrom('sessions').selectAll().execute()).toEqual([]);
}

test('a backup file is readable by its owner only, and no other file is left beside it', async () => {
  const place = await filledSite('sqlite');
  const file = await keep(place);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
});

test('a restore replaces an existing site only with --replace, and moves it aside', async () => {
  const place = await filledSite('sqlite');
  const file = await keep(place);
  const there = await testPlace('sqlite');
  const storage = await there.database.open();
  await fillSite(storage, there.dataDir);
  await storage.write(({ db }) => allTexts(db).deleteFrom('comments').execute());
  const replacing = { ...there, file, replace: true, say };
  await expect(restoreBackup(replacing)).rejects.toThrow('The site runs');
  await storage.close();
  await expect(restoreBackup({ ...replacing, replace: false })).rejects.toThrow('--replace');
  const before = await everything(there);
  const { aside } = await restoreBackup(replacing);
  expect(await everything(there)).toEqual(await everything(place));
  expect(await everything({ ...there, dataDir: String(aside) })).toEqual(before);
  expect(existsSync(path.join(String(aside), 'uploads', 'a1', pictureName))).toBe(true);
});

test('a restore replaces a damaged database and moves it aside', async () => {
  const place = await filledSite('sqlite');
  const file = await keep(place);
  for (const harm of [
    (bytes: Buffer) => bytes.fill(0x5a, 100, 40_000),
    (bytes: Buffer) => bytes.fill(0x5a),
    (bytes: Buffer) => bytes.subarray(0, 30_000),
  ]) {
    const there = await testPlace('sqlite');
    const storage = await there.database.open();
    await fillSite(storage, there.dataDir);
    await storage.close();
    const database = path.join(there.dataDir, 'content-hub.sqlite');
    writeFileSync(database, harm(readFileSync(database)));
    const options = { ...there, file, say };
    await expect(restoreBackup({ ...options, replace: false })).rejects.toThrow('--replace');
    const { aside } = await restoreBackup({ ...options, replace: true });
    expect(existsSync(path.join(String(aside), 'content-hub.sqlite'))).toBe(true);
    expect(await everything(there)).toEqual(await everything(place));
  }
});

testEngine(
  'postgres',
  'a restore moves an existing PostgreSQL schema aside',
  { tags: 'slow' },
  async () => {
    const place = await filledSite('postgres');
    const file = await keep(place);
    const there = await testPlace('postgres');
    const storage = await there.database.open();
    await fillSite(storage, there.dataDir);
    const replacing = { ...there, file, replace: true, say };
    await expect(restoreBackup(replacing)).rejects.toThrow('The site runs');
    await storage.close();
    await expect(restoreBackup({ ...replacing, replace: false })).rejects.toThrow('--replace');
    const { aside } = await restoreBackup(replacing);
    expect(aside).toContain('before_restore_');
    expect(await everything(there)).toEqual(await everything(place));
    await assertCounts(await there.database.open());
  },
);

test('a backup truncated at any position is refused, and a restore from it changes nothing', async () => {
  const file = await keep(await filledSite('sqlite'));
  const { size } = statSync(file);
  for (let part = 0; part < 24; part += 1) {
    const cut = copyOf(file);
    truncateSync(cut, Math.floor((size * part) / 24));
    await expect(readArchive(cut)).rejects.toThrow(BackupError);
  }
  const last = copyOf(file);
  truncateSync(last, size - 1);
  const there = await testPlace('sqlite');
  await expect(restoreBackup({ ...there, file: last, replace: true, say })).rejects.toThrow('cut');
  expect(readdirSync(there.dataDir)).toEqual([]);
});

/** The decompressed bytes; undefined if they can't be decompressed. */
function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return zstdDecompressSync(bytes);
  } catch {
    return undefined;
  }
}

test('a backup with a flipped bit is refused if its content changes', async () => {
  const file = await keep(await filledSite('sqlite'));
  const bytes = readFileSync(file);
  const content = unpacked(bytes);
  let refused = 0;
  for (let part = 0; part < 60; part += 1) {
    const harmed = Buffer.from(bytes);
    const at = Math.floor((bytes.length * part) / 60);
    harmed[at] = Number(harmed[at]) ^ 0x10;
    // Some bits only declare the memory needed to decompress.
    if (content && unpacked(harmed)?.equals(content)) continue;
    const copy = copyOf(file);
    writeFileSync(copy, harmed);
    await expect(readArchive(copy), `byte ${at}`).rejects.toThrow(BackupError);
    refused += 1;
  }
  expect(refused).toBeGreaterThan(50);
  const longer = copyOf(file);
  appendFileSync(longer, 'more');
  await expect(readArchive(longer)).rejects.toThrow(BackupError);
});

test('a backup that was changed and compressed again is refused', async () => {
  const tar = zstdDecompressSync(readFileSync(await keep(await filledSite('sqlite'))));
  for (const [old, changed] of [
    ['"About 7"', '"About 8"'],
    ['of 800.jpg', 'of 900.jpg'],
    ['"rows": 40', '"rows": 41'],
    [`a1/${pictureName}/256`, `a1/${pictureName}/257`],
  ] as const) {
    const at = tar.indexOf(old);
    expect(at).toBeGreaterThan(0);
    const harmed = Buffer.from(tar);
    harmed.write(changed, at);
    const file = path.join(testFolder(), 'packed');
    writeFileSync(file, zstdCompressSync(harmed));
    const prove = proveBackup(file, { workFolder: testFolder() });
    await expect(prove, changed).rejects.toThrow(BackupError);
  }
});

test('no file name in a backup leads out of the pictures folder', () => {
  expect(pictureFile.test(`uploads/a1/${pictureName}/800.jpg`)).toBe(true);
  for (const name of [
    'uploads/../a/b.jpg',
    'uploads/a1/../b.jpg',
    '/uploads/a1/a/b.jpg',
    'uploads/a1/a/../../../b.jpg',
    'uploads/a1/a\\b/b.jpg',
    'uploads/a1/a/.b.jpg',
    'uploads/a1/a/b.jpg\n',
  ]) {
    expect(pictureFile.test(name), name).toBe(false);
  }
});

test('a file of a newer version, with a gap or that is no backup is refused with the reason', async () => {
  const place = await filledSite('sqlite');
  const source = await openSnapshot({ ...place, workFolder: testFolder(), notInBackups });
  const about = {
    format: formatName,
    formatVersion,
    version: '9.0.0',
    engine: 'sqlite',
    madeAt: Date.now(),
  } as const;
  const folder = testFolder();
  const write = async (name: string, more: object) => {
    const file = path.join(folder, name);
    const given = { ...about, steps: [...stepNames], ...more };
    await writeArchive(file, { about: given, source, dataDir: place.dataDir });
    return file;
  };
  const newer = await write('newer', { steps: [...stepNames, '9999-next'] });
  await expect(readArchive(newer)).rejects.toThrow('newer version of The Content Hub (9.0.0)');
  const other = await write('other', { formatVersion: formatVersion + 1 });
  await expect(readArchive(other)).rejects.toThrow('newer version');
  const holed = await write('holed', { steps: stepNames.slice(1) });
  await expect(readArchive(holed)).rejects.toThrow('gap');
  await source.close();
  const text = path.join(folder, 'text');
  writeFileSync(text, 'Dear backup,');
  await expect(readArchive(text)).rejects.toThrow('no backup of The Content Hub');
  await expect(readArchive(path.join(folder, 'nothing'))).rejects.toThrow('no file');
});

test('a proof compares the restored rows with the manifest', async () => {
  const place = await filledSite('sqlite');
  const { manifest } = await readArchive(await keep(place));
  const source = await openSnapshot({ ...place, workFolder: testFolder(), notInBackups });
  const target = { source } as Parameters<typeof compareTarget>[0];
  await compareTarget(target, manifest);
  const alter = (change: object) => ({
    ...manifest,
    tables: manifest.tables.map((table) =>
      table.name === 'comments' ? { ...table, ...change } : table,
    ),
  });
  await expect(compareTarget(target, alter({ rows: 2 }))).rejects.toThrow('comments');
  await expect(compareTarget(target, alter({ digest: '0'.repeat(64) }))).rejects.toThrow(
    'comments',
  );
  await expect(compareTarget(target, alter({ name: 'remarks' }))).rejects.toThrow('remarks');
  await source.close();
});

test('the manifest names a picture that has a row but no files', async () => {
  const place = await testPlace('sqlite');
  const storage = await place.database.open();
  await fillSite(storage, testFolder());
  const first = await makeBackup({ ...place, folder: testFolder() });
  expect(first.manifest.pictures).toMatchObject({ files: 0, bytes: 0, missing: [pictureName] });
  putPicture(place.dataDir);
  writeFileSync(path.join(place.dataDir, 'uploads', 'a1', pictureName, '.nfs0001'), 'busy');
  mkdirSync(path.join(place.dataDir, 'uploads', 'coming', 'x'), { recursive: true });
  const second = await makeBackup({ ...place, folder: testFolder() });
  expect(second.manifest.pictures).toMatchObject({ files: 2, missing: [] });
});

/** The tables of the FTS5 index. */
const ofSqlite = indexTables.filter((name) => name.startsWith('search_index'));

for (const engine of engines) {
  testEngine(engine, 'every table is backed up unless one feature excludes it', async () => {
    const place = await testPlace(engine);
    const { reader } = await place.database.open();
    const all = await reader.introspection.getTables({ withInternalKyselyTables: true });
    const names = all.filter(({ isView }) => !isView).map(({ name }) => name);
    const source = await openSnapshot({ ...place, workFolder: testFolder(), notInBackups });
    const kept = source.tables.map(({ name }) => name);
    await source.close();
    const ofOtherEngine =
      engine === 'sqlite' ? ['committed_changes', 'write_marks'] : ['changes', ...ofSqlite];
    const leftOut = features.flatMap((feature) => Object.keys(feature.notInBackups ?? {}));
    expect([...kept, ...leftOut].sort()).toEqual([...names, ...ofOtherEngine].sort());
  });
}

test('the newest backups and foreign files stay, and the remains of a dead backup are removed', async () => {
  const folder = testFolder();
  const times = [1, 2, 3, 4].map((day) => Date.UTC(2026, 10, day));
  for (const time of times)
    writeFileSync(path.join(folder, finishedName(backupName(time, 'abcd'))), '');
  writeFileSync(path.join(folder, 'holiday.jpg'), '');
  expect(await keepNewest(folder, 2)).toBe(2);
  expect((await listBackups(folder)).map(({ madeAt }) => madeAt)).toEqual([times[3], times[2]]);
  expect(readdirSync(folder)).toContain('holiday.jpg');
  const [died, alive] = [1, 2].map((day) =>
    path.join(folder, `${backupName(Date.UTC(2026, 11, day), 'abcd')}.part`),
  );
  for (const part of [died, alive]) mkdirSync(String(part));
  utimesSync(String(died), new Date(0), new Date(0));
  const place = await filledSite('sqlite');
  await makeBackup({ ...place, folder });
  expect([existsSync(String(died)), existsSync(String(alive))]).toEqual([false, true]);
});

test('a backup dated in the future is removed before the one that was just made', async () => {
  const folder = testFolder();
  const [now, ahead] = [Date.now(), Date.UTC(2099, 0, 1)];
  for (const time of [ahead, now])
    writeFileSync(path.join(folder, finishedName(backupName(time, 'abcd'))), '');
  expect(await keepNewest(folder, 1)).toBe(1);
  const [kept, ...others] = await listBackups(folder);
  expect([kept?.madeAt, others]).toEqual([Math.floor(now / 1_000) * 1_000, []]);
});

testEngine(
  'postgres',
  'without the right to create a database, a PostgreSQL backup is proved in SQLite',
  { tags: 'slow' },
  async () => {
    const place = await filledSite('postgres');
    const file = await keep(place);
    expect((await proveBackup(file, { ...place, workFolder: testFolder() })).provedIn).toBe(
      'postgres',
    );
    const storage = await place.database.open();
    const { sql } = await import('kysely');
    const role = `keeper_${process.pid}_${Date.now()}`;
    await sql.raw(`create role ${role} login password 'p'`).execute(storage.writer);
    const url = new URL(String(place.databaseUrl));
    url.username = role;
    url.password = 'p';
    const proven = await proveBackup(file, { databaseUrl: url.href, workFolder: testFolder() });
    expect(proven.provedIn).toBe('sqlite');
    await sql.raw(`drop role ${role}`).execute(storage.writer);
  },
);
