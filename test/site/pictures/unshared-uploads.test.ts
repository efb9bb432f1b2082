import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/app/config.ts';
import { checkPictures } from '../../../src/app/doctor/check-pictures.ts';
import { listen } from '../../../src/app/testing.ts';
import { pictureRoot } from '../../../src/features/pictures/server/testing-pictures.ts';
import { testOn } from '../../../src/storage/testing.ts';

testOn(
  'postgres',
  'uploads in folders that several machines don’t share are reported by log, readiness and doctor',
  async ({ storage, options }) => {
    const dataDir = pictureRoot();
    const settings = { DATA_DIR: dataDir, DATABASE_URL: options.databaseUrl ?? '' };
    const other = { id: 'other', machine: 'second.example.org', seen_at: Date.now() };
    const lines: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const readiness = async (url: string) => (await fetch(`${url}/readyz`)).json();

    const alone = await listen(storage, settings);
    await expect
      .poll(() => storage.reader.selectFrom('upload_folders').selectAll().execute())
      .toHaveLength(1);
    expect(await readiness(alone.url)).toEqual({ status: 'ready' });
    expect(await checkPictures(readConfig(settings))).toMatchObject({ level: 'ok' });

    await storage.write(({ db }) => db.insertInto('upload_folders').values(other).execute());
    const second = await listen(storage, settings, onTestFinished, logger);
    await expect.poll(() => readiness(second.url)).toMatchObject({ uploads: { isShared: false } });
    expect(lines.join('')).toContain('second.example.org');
    const found = await checkPictures(readConfig(settings));
    expect(found).toMatchObject({
      level: 'fail',
      found: expect.stringContaining('second.example.org puts pictures into another folder'),
    });
    // A machine that hasn't reported for minutes counts as gone.
    await storage.write(({ db }) =>
      db
        .updateTable('upload_folders')
        .set({ seen_at: Date.now() - 10 * 60_000 })
        .where('id', '=', other.id)
        .execute(),
    );
    expect(await checkPictures(readConfig(settings))).toMatchObject({ level: 'ok' });
  },
);
