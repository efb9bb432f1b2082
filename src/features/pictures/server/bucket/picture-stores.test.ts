import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { widthsOf } from '../../../../platform/text/own-picture.ts';
import { openPictureFolder, type PictureFolder } from '../picture-folder.ts';
import { createPictureMaker } from '../picture-maker.ts';
import { pictureRoot, plainPicture } from '../testing-pictures.ts';
import { createBucketClient } from './bucket-client.ts';
import { openPictureBucket, withFolderBefore } from './picture-bucket.ts';
import { startTestBucket } from './testing-bucket.ts';

vi.setConfig({ testTimeout: 60_000 });

const maker = createPictureMaker();
afterAll(() => maker.close());

/** An S3 store from `TEST_S3` for a test against a real one; its keys need full access to the bucket. */
function realBucket() {
  const [endpoint, bucket, keyId, secret] = (process.env.TEST_S3 ?? '').split(' ');
  if (!endpoint || !bucket || !keyId || !secret) return undefined;
  return { endpoint, bucket, keyId, secret, region: 'us-east-1', hasPathStyle: true };
}
const real = realBucket();

const stores: Readonly<Record<string, () => Promise<PictureFolder>>> = {
  'a folder': async () => openPictureFolder(pictureRoot()),
  'a bucket': async () => {
    const { settings } = await startTestBucket();
    return openPictureBucket(createBucketClient(settings), openPictureFolder(pictureRoot()));
  },
  'a bucket, with the folder before it': async () => {
    const { settings } = await startTestBucket();
    const local = openPictureFolder(pictureRoot());
    return withFolderBefore(openPictureBucket(createBucketClient(settings), local), local);
  },
  ...(real && {
    'a store of another program': async () =>
      openPictureBucket(createBucketClient(real), openPictureFolder(pictureRoot())),
  }),
};

const nobodyWants = async () => false;

describe.each(Object.entries(stores))('%s', (_name, open) => {
  /** Makes a picture and stores it; returns its name. */
  async function given(store: PictureFolder, shade: number): Promise<string> {
    const file = await plainPicture(shade);
    const coming = await store.receive(
      (async function* () {
        yield file;
      })(),
    );
    onTestFinished(() => coming.drop());
    const made = await maker.make(coming, 'ada');
    if (made.outcome !== 'made') throw new Error(made.outcome);
    await store.place(coming, made.name);
    await coming.drop();
    return made.name;
  }

  async function bytesOf(store: PictureFolder, name: string, file: string) {
    const found = await store.read(name, file);
    return found && { size: found.size, bytes: await buffer(found.stream()) };
  }

  test('each file of a stored picture can be read, and no other', async () => {
    const store = await open();
    const name = await given(store, 20);
    for (const width of widthsOf({ width: 40 })) {
      for (const format of ['avif', 'webp', 'jpg']) {
        const found = await bytesOf(store, name, `${width}.${format}`);
        expect(found?.size).toBe(found?.bytes.length);
        expect(found?.size).toBeGreaterThan(0);
        expect(await store.sizeOf(name, `${width}.${format}`)).toBe(found?.size);
      }
    }
    const other = `${'0'.repeat(32)}-40x30-ffffff`;
    for (const [one, file] of [
      [name, '41.jpg'],
      [other, '40.jpg'],
      ['../coming', '40.jpg'],
    ] as const) {
      expect(await store.read(one, file)).toBeUndefined();
      expect(await store.sizeOf(one, file)).toBeUndefined();
    }
    await store.remove(name, nobodyWants);
  });

  test('storing the same picture twice keeps one copy', async () => {
    const store = await open();
    const name = await given(store, 30);
    const before = await bytesOf(store, name, '40.jpg');
    expect(await given(store, 30)).toBe(name);
    expect(await bytesOf(store, name, '40.jpg')).toEqual(before);
    await store.remove(name, nobodyWants);
  });

  test('a removed picture is gone, unless it is in use by then', async () => {
    const store = await open();
    const name = await given(store, 40);
    const before = await bytesOf(store, name, '40.avif');
    await store.remove(name, async () => true);
    expect(await bytesOf(store, name, '40.avif')).toEqual(before);
    expect(await store.sizeOf(name, '40.jpg')).toBeDefined();
    await store.remove(name, nobodyWants);
    expect(await store.read(name, '40.avif')).toBeUndefined();
    await store.remove(name, nobodyWants);
  });

  test('a picture sent while it is being removed is kept', async () => {
    const store = await open();
    const name = await given(store, 50);
    let isNoted = false;
    const sending = (async () => {
      isNoted = true;
      return given(store, 50);
    })();
    await Promise.all([store.remove(name, async () => isNoted), sending]);
    expect(await store.sizeOf(name, '40.jpg')).toBeDefined();
    expect(await store.sizeOf(name, '40.avif')).toBeDefined();
    await store.remove(name, nobodyWants);
  });

  test('the probe of the store succeeds', async () => {
    await expect((await open()).probe()).resolves.toBeUndefined();
  });
});
