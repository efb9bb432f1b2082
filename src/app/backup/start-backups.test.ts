import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { givenMember } from '../../identity/testing.ts';
import { engines, testEngine, testOn } from '../../storage/testing.ts';
import { listen } from '../testing.ts';
import { listBackups } from './backup-folder.ts';
import { backupName, finishedName } from './backup-format.ts';
import { readBackupState } from './backup-state.ts';
import { proveBackup } from './prove-backup.ts';
import { startBackups } from './start-backups.ts';
import { fillSite, testFolder, testPlace } from './testing-backup.ts';

const hourMs = 3_600_000;

function putBackup(folder: string, madeAt: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, finishedName(backupName(madeAt, 'abcd'))), 'old');
}

function listenLog() {
  return { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
}

for (const engine of engines) {
  testEngine(
    engine,
    'several processes of a site make one backup when it is due',
    { tags: 'slow' },
    async () => {
      const place = await testPlace(engine);
      const folder = testFolder();
      const times = [50, 49, 48].map((hours) => Date.now() - hours * hourMs);
      for (const time of times) putBackup(folder, time);
      const log = listenLog();
      const settings = { everyMs: 24 * hourMs, keep: 3, folder };
      const storages = [await place.database.open(), await place.database.open()];
      await fillSite(storages[0] as (typeof storages)[0], place.dataDir);
      const stops = storages.map((storage) =>
        startBackups({ ...place, storage, settings, log, look: 20 }),
      );
      onTestFinished(async () => void (await Promise.all(stops.map((stop) => stop()))));
      await vi.waitFor(() => expect(log.info).toHaveBeenCalled(), { timeout: 14_000 });
      await vi.waitFor(async () => expect(await listBackups(folder)).toHaveLength(3), {
        timeout: 14_000,
      });
      await Promise.all(stops.map((stop) => stop()));
      // A backup that the other process had begun would have left a partial file.
      expect(readdirSync(folder)).toHaveLength(3);
      const [made, ...older] = await listBackups(folder);
      const seconds = (time = 0) => Math.floor(time / 1_000) * 1_000;
      expect(older.map(({ madeAt }) => madeAt)).toEqual([seconds(times[2]), seconds(times[1])]);
      await proveBackup(String(made?.file), { workFolder: testFolder() });
      expect(log.info).toHaveBeenCalledTimes(1);
      expect(log.error).not.toHaveBeenCalled();
    },
  );
}

testOn(
  'sqlite',
  'a failed backup is logged and deletes no older one',
  async ({ storage, options }) => {
    const folder = testFolder();
    for (const days of [9, 8]) putBackup(folder, Date.now() - days * 24 * hourMs);
    const log = listenLog();
    const settings = { everyMs: hourMs, keep: 1, folder };
    const place = { dataDir: path.join(options.dataDir, 'elsewhere'), databaseUrl: undefined };
    onTestFinished(startBackups({ ...place, storage, settings, log, look: 20 }));
    await vi.waitFor(() => expect(log.error).toHaveBeenCalled(), { timeout: 14_000 });
    expect(log.error.mock.calls[0]?.[0].reason).toContain('is DATA_DIR right?');
    expect(readdirSync(folder)).toHaveLength(2);
  },
);

test('a backup is due after its time, and late after twice that', async () => {
  const settings = { everyMs: 24 * hourMs, keep: 7, folder: testFolder() };
  const now = Date.UTC(2026, 10, 20, 12);
  const after = (hours: number, runs: number) =>
    readBackupState(settings, now + (hours - runs) * hourMs, now + hours * hourMs);
  expect(await after(1, 1)).toMatchObject({ newest: undefined, isDue: true, isLate: false });
  expect(await after(49, 49)).toMatchObject({ newest: undefined, isLate: true });
  putBackup(settings.folder, now);
  expect(await after(23, 99)).toMatchObject({ isDue: false, isLate: false, ageMs: 23 * hourMs });
  expect(await after(24, 99)).toMatchObject({ isDue: true, isLate: false });
  expect(await after(49, 99)).toMatchObject({ isDue: true, isLate: true });
  expect(await after(49, 1)).toMatchObject({ isDue: true, isLate: false });
  expect(await after(-48, 99)).toMatchObject({ newest: undefined, isDue: true });
  const never = { ...settings, everyMs: undefined };
  expect(await readBackupState(never, 0, now)).toMatchObject({ isDue: false, isLate: false });
});

testOn(
  'sqlite',
  '/readyz reports the age of the newest backup if there is one or backups are scheduled',
  async (context) => {
    const folder = testFolder();
    const ask = async (settings: Readonly<Record<string, string>>) => {
      const { url } = await listen(context.storage, { BACKUP_DIR: folder, ...settings });
      return (await fetch(`${url}/readyz`)).json();
    };
    expect(await ask({})).toEqual({ status: 'ready' });
    expect(await ask({ BACKUP_EVERY: '24h' })).toMatchObject({ backup: { madeAt: null } });
    putBackup(folder, Date.now() - 5_000);
    // A backup made by hand or by a timer of the machine.
    const byHand = { ageSeconds: expect.any(Number), isLate: false };
    expect(await ask({})).toMatchObject({ status: 'ready', backup: byHand });
    expect(await ask({ BACKUP_EVERY: '24h' })).toMatchObject({
      status: 'ready',
      backup: {
        madeAt: expect.stringMatching(/Z$/),
        ageSeconds: expect.any(Number),
        isLate: false,
      },
    });
  },
);

testOn('sqlite', 'owners see the age of the newest backup, but not its path', async (context) => {
  const { storage } = context;
  const folder = testFolder();
  const { url } = await listen(storage, { BACKUP_DIR: folder, BACKUP_EVERY: '24h' });
  const owner = await givenMember(storage, url, 'Olga', 'owner');
  const ask = async () => (await owner.request('/api/manage/backups')).json();
  expect(await ask()).toEqual({ everyHours: 24, newest: null, isLate: false });
  const madeAt = Math.floor(Date.now() / 1_000) * 1_000 - 60_000;
  putBackup(folder, madeAt);
  expect(await ask()).toEqual({
    everyHours: 24,
    newest: { madeAt: new Date(madeAt).toISOString(), bytes: 3 },
    isLate: false,
  });
});

testOn('sqlite', '/readyz and the owners’ page report an overdue backup', async ({ storage }) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = testFolder();
  const { url } = await listen(storage, { BACKUP_DIR: folder, BACKUP_EVERY: '24h' });
  const owner = await givenMember(storage, url, 'Olga', 'owner');
  putBackup(folder, Date.now());
  vi.setSystemTime(Date.now() + 49 * hourMs);
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
    status: 'ready',
    backup: { isLate: true },
  });
  expect(await (await owner.request('/api/manage/backups')).json()).toMatchObject({ isLate: true });
});
