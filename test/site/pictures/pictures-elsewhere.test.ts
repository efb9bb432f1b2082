import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, vi } from 'vitest';
import { textsOf } from '../../../src/app/site-parts.ts';
import { listen } from '../../../src/app/testing.ts';
import { text } from '../../../src/blog/server/testing.ts';
import type { UploadedPicture } from '../../../src/features/pictures/contract/pictures.ts';
import { movePictures } from '../../../src/features/pictures/server/bucket/move-pictures.ts';
import {
  openPictureStores,
  openPictures,
} from '../../../src/features/pictures/server/bucket/open-pictures.ts';
import {
  startTestBucket,
  type TestBucket,
} from '../../../src/features/pictures/server/bucket/testing-bucket.ts';
import { createPictureMaker } from '../../../src/features/pictures/server/picture-maker.ts';
import { sweepPictures } from '../../../src/features/pictures/server/sweep-pictures.ts';
import { createPictureTaker } from '../../../src/features/pictures/server/take-picture.ts';
import {
  filesBelow,
  plainPicture,
  send,
  sent,
} from '../../../src/features/pictures/server/testing-pictures.ts';
import { exportMyBlogs } from '../../../src/features/transfer/contract.ts';
import { unzip } from '../../../src/features/transfer/server/export/testing-unzip.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

vi.setConfig({ testTimeout: 60_000 });

const maker = createPictureMaker();
afterAll(() => maker.close());

const dayMs = 24 * 60 * 60_000;

function variablesOf({ settings }: TestBucket): Record<string, string> {
  return {
    PICTURES_S3_ENDPOINT: settings.endpoint,
    PICTURES_S3_BUCKET: settings.bucket,
    PICTURES_S3_REGION: settings.region,
    PICTURES_S3_KEY_ID: settings.keyId,
    PICTURES_S3_SECRET: settings.secret,
  };
}

function dataFolder(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'content-hub-elsewhere-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** A site that stores its pictures in a bucket. */
async function startSite(storage: Storage) {
  const bucket = await startTestBucket();
  const dataDir = dataFolder();
  const root = path.join(dataDir, 'uploads');
  const { url } = await listen(storage, { DATA_DIR: dataDir, ...variablesOf(bucket) });
  const ada = await givenMember(storage, url);
  return {
    bucket,
    root,
    url,
    ada,
    sweep: async (days: number) =>
      sweepPictures({
        storage,
        folder: await openPictures(root, bucket.settings),
        textsOf: (personId) => textsOf(storage, personId),
        now: () => Date.now() + days * dayMs,
      }),
  };
}

const rowsOf = (storage: Storage) => storage.reader.selectFrom('pictures').selectAll().execute();

testOnEachEngine(
  'a picture is stored in the bucket, served as from the folder, and included in an export',
  async ({ storage }) => {
    const { bucket, root, url, ada } = await startSite(storage);
    const { address } = await sent(ada, await plainPicture(10));
    expect(filesBelow(root)).toEqual([]);
    const keys = [...bucket.objects.keys()];
    const stem = address.replace('/images/', '').replace('.jpg', '');
    expect(keys.toSorted()).toEqual(['avif', 'jpg', 'webp'].map((end) => `${stem}/40.${end}`));
    expect(keys.at(-1)).toBe(`${stem}/40.jpg`);
    expect(bucket.objects.get(`${stem}/40.avif`)?.type).toBe('image/avif');

    await ada.call(addBlog, { body: { ...text, imageUrl: address } });
    const reply = await fetch(url + address);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=300, must-revalidate',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes).toEqual(bucket.objects.get(`${stem}/40.jpg`)?.bytes);
    const etag = reply.headers.get('etag') ?? '';
    const known = await fetch(url + address, { headers: { 'if-none-match': etag } });
    const head = await fetch(url + address, { method: 'HEAD' });
    expect([known.status, head.status]).toEqual([304, 200]);
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    // The last request for this picture; later ones were served from the cache.
    expect(bucket.asked.at(-1)).toBe(`GET ${stem}/40.jpg`);
    const none = await fetch(`${url}/images/uploads/${'0'.repeat(32)}-40x30-ffffff.jpg`);
    expect(none.status).toBe(404);

    const archive = await ada.request(exportMyBlogs.path);
    const files = unzip(Buffer.from(await archive.arrayBuffer()));
    expect(files.get(address.slice(1))).toEqual(bytes);
  },
);

testOnEachEngine(
  'while the bucket is unavailable uploads are refused, no partial picture remains, and pages work',
  { tags: 'slow' },
  async ({ storage }) => {
    const { bucket, url, ada, sweep } = await startSite(storage);
    const { address } = await sent(ada, await plainPicture(10));
    const { body: blog } = await ada.call(addBlog, { body: { ...text, imageUrl: address } });
    const before = new Map(bucket.objects);

    // The bucket fails at the last file of a picture.
    bucket.trouble = (method, key) => (method === 'PUT' && key.endsWith('.jpg') ? 403 : undefined);
    const reply = await send(ada, await plainPicture(20));
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await reply.text()).toContain('no room for pictures');
    expect(bucket.objects.size).toBe(before.size + 2);

    bucket.trouble = () => 503;
    expect((await fetch(url + address)).status).toBe(503);
    expect((await fetch(`${url}/blog/${blog._id}`)).status).toBe(200);
    expect((await ada.request(`/blog/${blog._id}`)).status).toBe(200);
    // A deletion that fails is retried later.
    await expect(sweep(0)).rejects.toThrow('The store of pictures');
    expect(await rowsOf(storage)).toHaveLength(2);

    bucket.trouble = undefined;
    await sweep(0);
    expect(await rowsOf(storage)).toHaveLength(1);
    expect(new Set(bucket.objects.keys())).toEqual(new Set(before.keys()));
    const again = await sent(ada, await plainPicture(20));
    expect((await ada.request(again.address)).status).toBe(200);
  },
);

testOnEachEngine('a picture unused for a week is deleted from the bucket', async ({ storage }) => {
  const { bucket, ada, sweep } = await startSite(storage);
  const shown = await sent(ada, await plainPicture(10));
  await sent(ada, await plainPicture(20));
  await ada.call(addBlog, { body: { ...text, imageUrl: shown.address } });
  await sweep(8);
  expect(bucket.objects.size).toBe(3);
  expect(
    [...bucket.objects.keys()].every((key) => shown.address.includes(key.split('/')[1] ?? '-')),
  ).toBe(true);
});

testOnEachEngine(
  'pictures are moved to the bucket and back while the site runs, and an import stores them there',
  { tags: 'slow' },
  async ({ storage }) => {
    const dataDir = dataFolder();
    const root = path.join(dataDir, 'uploads');
    const before = await listen(storage, { DATA_DIR: dataDir });
    const ada = await givenMember(storage, before.url);
    const ben = await givenMember(storage, before.url, 'Ben');
    const pictures: UploadedPicture[] = [];
    for (const shade of [10, 20, 30]) pictures.push(await sent(ada, await plainPicture(shade)));
    await sent(ben, await plainPicture(30));

    const bucket = await startTestBucket();
    const { url } = await listen(storage, { DATA_DIR: dataDir, ...variablesOf(bucket) });
    const areServed = async () => {
      for (const { address } of pictures) {
        const headers = { cookie: ada.cookie };
        expect((await fetch(url + address, { headers })).status).toBe(200);
      }
    };
    await areServed();
    const { folder, bucket: store } = await openPictureStores(root, bucket.settings);
    if (!store) throw new Error('There is no store.');
    // The bucket fails half-way: moved pictures stay moved, the others stay in the folder.
    let puts = 0;
    bucket.trouble = (method) => {
      if (method === 'PUT') puts += 1;
      return puts > 4 ? 403 : undefined;
    };
    const there = { storage, from: folder, to: store, root };
    await expect(movePictures(there)).rejects.toThrow();
    bucket.trouble = undefined;
    expect(filesBelow(root)).toHaveLength(6);
    await areServed();
    expect(await movePictures(there)).toBe(2);
    expect(filesBelow(root)).toEqual([]);
    expect(bucket.objects.size).toBe(9);
    await areServed();
    expect(await movePictures(there)).toBe(0);

    expect(await movePictures({ storage, from: store, to: folder, root })).toBe(3);
    expect(bucket.objects.size).toBe(0);
    expect(filesBelow(root)).toHaveLength(9);
    await areServed();
    expect((await ada.request(pictures[0]?.address ?? '')).status).toBe(200);

    const name = path.basename(pictures[0]?.address ?? '', '.jpg');
    const whole = filesBelow(root).find((file) => file.includes(name) && file.endsWith('.jpg'));
    await storage.write(({ db }) => db.deleteFrom('pictures').execute());
    const take = createPictureTaker({ storage, folder: store, maker });
    expect(await take(createReadStream(whole ?? ''))).toHaveProperty('name');
    expect(bucket.objects.size).toBe(3);
  },
);
