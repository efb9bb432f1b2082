import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesOf, keyOf, pictureNamed } from '../../features/pictures/server/bucket/bucket-keys.ts';
import {
  startTestBucket,
  type TestBucket,
} from '../../features/pictures/server/bucket/testing-bucket.ts';
import { engines, testEngine } from '../../storage/testing.ts';
import { describeBackup } from './describe-backup.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore/restore-backup.ts';
import { fillSite, testFolder, testPlace } from './testing-backup.ts';

const say = () => {};
const named = (letter: string) => `${letter.repeat(32)}-300x200-102030`;
const names = [named('a'), named('b')] as const;
const files = filesOf(pictureNamed(names[0]));

/** A site with two pictures in an object store. */
async function siteWithStore(engine: (typeof engines)[number] = 'sqlite') {
  const place = await testPlace(engine);
  const storage = await place.database.open();
  await fillSite(storage, testFolder());
  const time = 1_795_132_800_123;
  const times = { created_at: time, used_at: time, look_at: time };
  await storage.write(async ({ db }) => {
    await db.deleteFrom('pictures').execute();
    for (const name of names) {
      const row = { id: name.slice(0, 4), name, owner_id: 'ada', bytes: 3, ...times };
      await db.insertInto('pictures').values(row).execute();
    }
  });
  const bucket = await startTestBucket();
  for (const name of names) {
    for (const file of files) {
      bucket.objects.set(keyOf(name, file), { bytes: Buffer.from(`${name} ${file}`), type: 'x' });
    }
  }
  const folder = testFolder();
  const options = { ...place, folder, pictureBucket: bucket.settings };
  return { place, bucket, folder, make: () => makeBackup(options) };
}

const contentOf = ({ objects }: TestBucket) =>
  new Map([...objects].map(([key, { bytes }]) => [key, bytes.toString()]));

for (const engine of engines) {
  testEngine(
    engine,
    `pictures of an object store are backed up and restored into a folder or a store, on ${engine}`,
    { tags: 'slow' },
    async () => {
      const { bucket, make } = await siteWithStore(engine);
      const { file, manifest } = await make();
      expect(manifest.pictures).toMatchObject({ files: 12, missing: [], areElsewhere: false });
      const fresh = () => testPlace(engine, engine === 'postgres' ? false : undefined);

      const inFolder = await fresh();
      await restoreBackup({ ...inFolder, file, replace: false, say });
      for (const name of names) {
        const folder = path.join(inFolder.dataDir, 'uploads', name.slice(0, 2), name);
        expect(readdirSync(folder).sort()).toEqual([...files].sort());
        expect(readFileSync(path.join(folder, '300.jpg'), 'utf8')).toBe(`${name} 300.jpg`);
      }

      const other = await startTestBucket();
      const inStore = await fresh();
      const settings = { pictureBucket: other.settings, file, say };
      await restoreBackup({ ...inStore, ...settings, replace: false });
      expect(contentOf(other)).toEqual(contentOf(bucket));
      expect(other.objects.get(keyOf(names[0], '256.avif'))?.type).toBe('image/avif');
      const left = readdirSync(path.join(inStore.dataDir, 'uploads'), { recursive: true });
      expect(left.filter((one) => String(one).includes('.'))).toEqual([]);
      // Files that are already in the store are not uploaded again.
      other.asked.length = 0;
      await restoreBackup({ ...inStore, ...settings, replace: true });
      expect(other.asked.filter((line) => line.startsWith('PUT'))).toEqual([]);
    },
  );
}

test('a backup reads pictures from the local folder and only the rest from the store', async () => {
  const { place, bucket, make } = await siteWithStore();
  const own = path.join(place.dataDir, 'uploads', names[0].slice(0, 2), names[0]);
  mkdirSync(own, { recursive: true });
  for (const file of files.slice(1)) writeFileSync(path.join(own, file), 'here');
  expect((await make()).manifest.pictures).toMatchObject({ files: 12, missing: [] });
  const asked = bucket.asked.map((line) => line.split(' ')[1]);
  const [first = ''] = files;
  expect(asked.sort()).toEqual(
    [keyOf(names[0], first), ...files.map((file) => keyOf(names[1], file))].sort(),
  );
});

test('a backup names a picture of which the store lacks a file, and holds all other files', async () => {
  const { bucket, make } = await siteWithStore();
  bucket.objects.delete(keyOf(names[1], '256.webp'));
  const made = await make();
  expect(made.manifest.pictures).toMatchObject({ files: 11, missing: [names[1]] });
  expect(describeBackup(made)).toContain(
    `1 picture has a row and not all of the files: ${names[1]}`,
  );
});

test('an interrupted download is retried, and an unreachable store fails the backup', async () => {
  const { place, bucket, folder, make } = await siteWithStore();
  const cut = new Set<string>();
  bucket.trouble = (_method, key) => {
    if (cut.has(key)) return undefined;
    cut.add(key);
    return 'cut';
  };
  expect((await make()).manifest.pictures).toMatchObject({ files: 12, missing: [] });
  const [good] = readdirSync(folder);
  for (const trouble of ['cut', 403, 503] as const) {
    bucket.trouble = () => trouble;
    await expect(make(), String(trouble)).rejects.toThrow('No backup was made');
  }
  bucket.trouble = undefined;
  const wrong = { ...bucket.settings, bucket: 'another' };
  await expect(makeBackup({ ...place, folder, pictureBucket: wrong })).rejects.toThrow(
    'NoSuchBucket',
  );
  expect(readdirSync(folder)).toEqual([good]);
});

test('with BACKUP_PICTURES=off a backup holds no pictures and says so', async () => {
  const { place, bucket, folder } = await siteWithStore();
  const { settings } = bucket;
  const made = await makeBackup({
    ...place,
    folder,
    pictureBucket: settings,
    keepsPictures: false,
  });
  expect(made.manifest.pictures).toMatchObject({ files: 0, missing: [], areElsewhere: true });
  expect(describeBackup(made)).toContain('are not in it (BACKUP_PICTURES=off)');
  expect(bucket.asked).toEqual([]);
});

test('a restore into a failing store changes nothing and can be repeated', async () => {
  const { make } = await siteWithStore();
  const { file } = await make();
  const other = await startTestBucket();
  const fresh = await testPlace('sqlite', false);
  const restore = () =>
    restoreBackup({ ...fresh, file, replace: false, say, pictureBucket: other.settings });
  other.trouble = (_method, key) => (key.endsWith('.jpg') ? 403 : undefined);
  await expect(restore()).rejects.toThrow('The site is as it was.');
  expect(existsSync(path.join(fresh.dataDir, 'uploads'))).toBe(false);
  expect([...other.objects.keys()].filter((key) => key.endsWith('300.jpg'))).toEqual([]);
  other.trouble = undefined;
  await restore();
  expect(other.objects.size).toBe(12);
});
