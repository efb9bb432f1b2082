import { cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { allTexts } from '../../blog/server/texts.ts';
import { databaseFile } from '../../storage/open-storage.ts';
import { StorageError } from '../../storage/storage.ts';
import { engines, testEngine } from '../../storage/testing.ts';
import { backUpBeforeUpgrade } from './backup-before-upgrade.ts';
import { restoreBackup } from './restore/restore-backup.ts';
import { fillSite, type TestPlace, testFolder, testPlace } from './testing-backup.ts';

const step = '0000-rewritten';
const say = () => {};

function placeOf({ dataDir, databaseUrl }: TestPlace, folder: string) {
  const backups = { everyMs: undefined, keep: 1, folder };
  return { dataDir, databaseUrl, backups, pictureBucket: undefined };
}

/** Goes back as the log advises: by copying the SQLite file back, or by a restore. */
async function goBack(place: TestPlace, file: string): Promise<void> {
  if (place.databaseUrl) {
    await restoreBackup({ ...place, file, replace: true, say });
    return;
  }
  const database = databaseFile(place.dataDir);
  for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, { force: true });
  cpSync(file, database);
}

for (const engine of engines) {
  testEngine(
    engine,
    'a backup before an upgrade restores the rows from before it',
    { tags: 'slow', timeout: 60_000 },
    async () => {
      const place = await testPlace(engine);
      const folder = path.join(testFolder(), 'backups');
      const storage = await place.database.open();
      await fillSite(storage, place.dataDir);
      const rowsOf = async ({ reader }: typeof storage) => [
        await allTexts(reader).selectFrom('blogs').selectAll().orderBy('id').execute(),
        await allTexts(reader).selectFrom('comments').selectAll().execute(),
      ];
      const before = await rowsOf(storage);
      const backup = { place: placeOf(place, folder), step, say };
      const file = await backUpBeforeUpgrade(backup);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      // The start after a killed one makes the backup again and replaces the first.
      expect(await backUpBeforeUpgrade(backup)).toBe(file);
      expect(readdirSync(folder)).toEqual([path.basename(file)]);
      await storage.write(({ db }) => allTexts(db).deleteFrom('blogs').execute());
      await storage.close();
      await goBack(place, file);
      expect(await rowsOf(await place.database.open())).toEqual(before);
    },
  );

  testEngine(
    engine,
    'an upgrade without disk space for its backup is refused with the required space',
    async () => {
      const place = await testPlace(engine);
      await fillSite(await place.database.open(), place.dataDir);
      const folder = testFolder();
      const backing = backUpBeforeUpgrade({
        place: placeOf(place, folder),
        step,
        say,
        freeIn: async () => 3 * 1_024,
      });
      await expect(backing).rejects.toThrow(StorageError);
      await expect(backing).rejects.toThrow(
        /need \d+ MiB in .*, where 0 MiB are free\. .*BACKUP_DIR.* has not been changed/,
      );
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  testEngine(
    engine,
    'an upgrade is refused with the reason if the backup folder can’t be created',
    async () => {
      const place = await testPlace(engine);
      await (await place.database.open()).close();
      const notes = path.join(testFolder(), 'notes.txt');
      writeFileSync(notes, 'mine');
      const backing = backUpBeforeUpgrade({ place: placeOf(place, notes), step, say });
      await expect(backing).rejects.toThrow(StorageError);
      await expect(backing).rejects.toThrow(/BACKUP_DIR\. The database has not been changed/);
    },
  );
}
