import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished } from 'vitest';
import { readArchive } from '../../src/app/backup/restore/read-archive.ts';
import { createUpgradeHooks } from '../../src/app/backup/upgrade-hooks.ts';
import { notInBackups } from '../../src/app/features.ts';
import { openSnapshot } from '../../src/storage/backup/open-snapshot.ts';
import { tallyOf } from '../../src/storage/backup/row-source.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { StorageError } from '../../src/storage/storage.ts';
import { engines, type TestDatabase, testEngine } from '../../src/storage/testing.ts';
import { oldDatabase } from './old-database.ts';

const version = 'a7b8319';
const rewriting = '0024-one-life';

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The migrations, and a row count and digest of each table that a backup holds. */
async function contentOf({ options: { dataDir, databaseUrl } }: TestDatabase) {
  const source = await openSnapshot({
    dataDir,
    databaseUrl,
    workFolder: newFolder(),
    notInBackups,
  });
  try {
    const tables: Record<string, unknown> = {};
    for (const table of source.tables) tables[table.name] = await tallyOf(source, table);
    return { last: source.steps.at(-1), tables };
  } finally {
    await source.close();
  }
}

for (const engine of engines) {
  testEngine(
    engine,
    'a database is backed up unchanged before a migration rewrites its texts',
    { tags: 'slow', timeout: 60_000 },
    async () => {
      const old = await oldDatabase(engine, version);
      const before = await contentOf(old);
      const folder = newFolder();
      const said: string[] = [];
      const logged: unknown[] = [];
      const config = {
        dataDir: old.options.dataDir || newFolder(),
        databaseUrl: old.options.databaseUrl,
        backups: { everyMs: undefined, keep: 1, folder },
        pictureBucket: undefined,
      };
      const log = { info: (what: unknown) => void logged.push(what) };
      const upgrade = createUpgradeHooks(config, (line) => said.push(line), log);
      await (await openStorage({ ...old.options, upgrade })).close();
      expect((await contentOf(old)).last).not.toBe(before.last);

      const [name = '', ...others] = readdirSync(folder);
      expect(others).toEqual([]);
      const backup = path.join(folder, name);
      expect(said.some((line) => line.includes(backup))).toBe(true);
      expect(said.some((line) => /0024-one-life: [\d,]+ of [\d,]+ blogs/.test(line))).toBe(true);
      expect(logged).toMatchObject([{ steps: expect.arrayContaining([rewriting]), backup }]);
      if (engine === 'sqlite') {
        const copy = new DatabaseSync(backup, { readOnly: true });
        const last = copy.prepare('select max(name) as name from kysely_migration').get();
        const kept = copy.prepare('select count(*) as n from set_aside_rows').get();
        copy.close();
        expect(last?.name).toBe(before.last);
        expect(kept?.n).toBe((before.tables.set_aside_rows as { rows: number }).rows);
        return;
      }
      const { about, manifest } = await readArchive(backup);
      expect(about.steps.at(-1)).toBe(before.last);
      const tables = manifest.tables.map(({ name: table, rows, digest }) => [
        table,
        { rows, digest },
      ]);
      expect(Object.fromEntries(tables)).toEqual(before.tables);
    },
  );

  testEngine(engine, 'a database that can’t be backed up is not migrated', async () => {
    const old = await oldDatabase(engine, version);
    const before = await contentOf(old);
    const { upgrade: _, ...withoutHooks } = old.options;
    await expect(openStorage(withoutHooks)).rejects.toThrow(/Start the site once/);
    const beforeRewriting = async () => {
      throw new StorageError('There is no room.');
    };
    const opening = openStorage({ ...old.options, upgrade: { beforeRewriting } });
    await expect(opening).rejects.toThrow('There is no room.');
    expect(await contentOf(old)).toEqual(before);
  });
}
