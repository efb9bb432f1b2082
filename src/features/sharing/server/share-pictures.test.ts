import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { readShareAddress, sharePictureAddress } from '../../../platform/site/share-address.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { sharedAuthor, sharedBlog, sharedHome } from '../shared-pages.ts';
import { drawSharePicture } from './draw-share-picture.ts';
import { createSharePictures } from './serve-share-pictures.ts';
import type { ShareJob } from './share-job.ts';
import { openShareStore } from './share-store.ts';

const siteName = 'The Content Hub';

/** Starts a server of share pictures; `jobs` collects the drawings that it asked for. */
async function start(storage: Storage) {
  const folder = mkdtempSync(path.join(tmpdir(), 'share-pictures-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const jobs: ShareJob[] = [];
  const store = openShareStore(folder);
  const serve = createSharePictures({
    storage,
    settings: { get: async () => ({}) },
    store,
    drawer: {
      async run(job) {
        jobs.push(job);
        return { outcome: 'drawn', jpeg: Buffer.from(`drawing ${jobs.length}`) };
      },
    },
    publicFolder: path.resolve('public'),
    pictures: { folder: { read: async () => undefined } },
    isTakenDown: async () => false,
    isHttps: false,
    onError(error) {
      throw error;
    },
  });
  const server = createServer((request, response) => {
    if (!serve(request, response)) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    jobs,
    folder,
    store,
    ask: (at: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${at}`, init),
  };
}

async function givenShared(storage: Storage) {
  const author = { name: 'Ada', photo: null, bio: null };
  const imageUrl = '/images/categories/travel.webp';
  await givenBlogs(storage, [{ title: 'A Slow Loaf', imageUrl, author }]);
  const { id } = await storage.reader
    .selectFrom('published_blogs')
    .select('id')
    .executeTakeFirstOrThrow();
  const page = sharedBlog({ _id: id, title: 'A Slow Loaf', imageUrl, author });
  return { id, page, address: sharePictureAddress(page, siteName) };
}

testOnEachEngine('a share picture is drawn once and then cached', async ({ storage }) => {
  const { address } = await givenShared(storage);
  const { ask, jobs } = await start(storage);
  const replies = await Promise.all([ask(address), ask(address), ask(address)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [reply] = replies;
  expect(reply?.headers.get('content-type')).toBe('image/jpeg');
  expect(await reply?.text()).toBe('drawing 1');
  expect(jobs).toEqual([
    {
      siteName,
      title: 'A Slow Loaf',
      byline: 'By Ada',
      cover: expect.any(Buffer),
      fontFolder: path.resolve('public/share-fonts'),
    },
  ]);
  const again = await ask(address, {
    headers: { 'if-none-match': reply?.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  expect(jobs).toHaveLength(1);
  expect((await ask(sharePictureAddress(sharedHome(undefined), siteName))).status).toBe(200);
});

testOnEachEngine('an address the site never issued draws no picture', async ({ storage }) => {
  const { id, page, address } = await givenShared(storage);
  const { ask, jobs, folder } = await start(storage);
  const others = [
    sharePictureAddress({ ...page, title: 'Of yesterday' }, siteName),
    sharePictureAddress({ ...page, id: id.replace(/.$/, 'x') }, siteName),
    '/share/blog-../../etc/passwd.jpg',
    '/share/',
  ];
  for (const other of others) expect((await ask(other)).status).toBe(404);
  // The picture of a hidden blog gets 404, even if it is drawn.
  expect((await ask(address)).status).toBe(200);
  await storage.write(({ db }) =>
    allTexts(db).updateTable('blogs').set({ moderation: 'hidden' }).execute(),
  );
  expect((await ask(address)).status).toBe(404);
  expect(jobs).toHaveLength(1);
  expect(await readdir(folder)).toHaveLength(1);
});

testOnEachEngine(
  'the photo of a suspended author is left out of the picture of their page',
  async ({ storage }) => {
    await givenShared(storage);
    const photo = '/images/categories/travel.webp';
    const { id } = await storage.reader.selectFrom('people').select('id').executeTakeFirstOrThrow();
    const change = (changes: { photo_url?: string; suspended_until?: number }) =>
      storage.write(({ db }) => db.updateTable('people').set(changes).execute());
    await change({ photo_url: photo });
    const page = sharedAuthor({ _id: id, name: 'Ada', photo, bio: null });
    const { ask, jobs } = await start(storage);
    for (const until of [Date.now() + 60_000, Date.now() - 1]) {
      await change({ suspended_until: until });
      expect((await ask(sharePictureAddress(page, siteName))).status).toBe(200);
    }
    expect(jobs.map(({ cover }) => cover)).toEqual([undefined, expect.any(Buffer)]);
  },
);

testOnEachEngine('the folder of share pictures has a size limit', async ({ storage }) => {
  const { store, folder } = await start(storage);
  for (const name of ['one', 'two', 'three']) await store.keep(name, Buffer.alloc(100));
  await store.sweep(250);
  expect(await readdir(folder)).toHaveLength(2);
});

test('a share address changes with the drawing and can be parsed', () => {
  const page = sharedHome({ name: 'Ink' });
  const address = sharePictureAddress(page, 'Ink');
  expect(readShareAddress(address)).toMatchObject({ kind: 'home', id: '' });
  expect(sharePictureAddress({ ...page, byline: 'Other' }, 'Ink')).not.toBe(address);
  expect(readShareAddress(address.replace('home', 'blog'))).toBeUndefined();
});

test('a share picture is drawn for any title', { tags: 'slow' }, async () => {
  const titles = ['A Slow Loaf', '日本語 🎉 שלום', 'W'.repeat(400), '<b>&</b>\u0000\u202e', ''];
  for (const title of titles) {
    const cover = Buffer.from('no picture');
    const fontFolder = path.resolve('public/share-fonts');
    const job = { siteName: title, title, byline: title, cover, fontFolder };
    const { width, height, format } = await sharp(await drawSharePicture(job)).metadata();
    expect({ width, height, format }).toEqual({ width: 1_200, height: 630, format: 'jpeg' });
  }
});
