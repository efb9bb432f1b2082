import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { problemOf } from '../../../../identity/testing.ts';
import { openPictureFolder } from '../picture-folder.ts';
import { pictureRoot } from '../testing-pictures.ts';
import { createBucketClient } from './bucket-client.ts';
import { keyOf } from './bucket-keys.ts';
import { openPictureBucket } from './picture-bucket.ts';
import { startTestBucket } from './testing-bucket.ts';
import { type MemoryOptions, withMemory } from './with-memory.ts';

const mebibyte = 1_024 * 1_024;
const minuteMs = 60_000;
const named = (number: number) => `${String(number).padStart(32, '0')}-300x200-102030`;
const file = '300.jpg';

interface StartOptions extends Pick<MemoryOptions, 'patience'> {
  /** Time limit for an answer of the store, in milliseconds. */
  readonly answer?: number;
}

/** Starts a store behind a cache, with one picture of one file. */
async function start({ answer, ...options }: StartOptions = {}) {
  const bucket = await startTestBucket();
  const clock = { now: 0 };
  const client = createBucketClient(bucket.settings, {
    ...(answer !== undefined && { answer }),
    pause: 1,
    now: () => clock.now,
  });
  const store = openPictureBucket(client, openPictureFolder(pictureRoot()));
  const pictures = withMemory(store, { ...options, now: () => clock.now });
  const put = (number: number, bytes: Buffer) =>
    bucket.objects.set(keyOf(named(number), file), { bytes, type: 'image/jpeg' });
  put(1, Buffer.from('one'));
  async function read(number: number): Promise<string | undefined> {
    const found = await pictures.read(named(number), file);
    return found && text(found.stream());
  }
  const gets = () => bucket.asked.filter((line) => line.startsWith('GET')).length;
  return { bucket, clock, pictures, put, read, gets };
}

test('concurrent reads of a picture make one request, repeated after ten minutes', async () => {
  const { bucket, clock, pictures, read, gets } = await start();
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => read(1))))).toEqual(
    new Set(['one']),
  );
  expect(await pictures.sizeOf(named(1), file)).toBe(3);
  expect(bucket.asked).toEqual([`GET ${keyOf(named(1), file)}`]);
  clock.now += 11 * minuteMs;
  expect(await read(1)).toBe('one');
  expect(gets()).toBe(2);
  bucket.objects.clear();
  clock.now += 11 * minuteMs;
  expect(await read(1)).toBeUndefined();
});

test('while the store is down, cached pictures are served and others get 503 at once', async () => {
  const { bucket, clock, put, read } = await start({ patience: 1_000, answer: 5_000 });
  put(2, Buffer.from('two'));
  await read(1);
  clock.now += 11 * minuteMs;
  bucket.trouble = () => 'silent';
  expect(await read(1)).toBe('one');
  const refused = await problemOf(read(2));
  expect(refused).toMatchObject({ status: 503, retryAfter: 5 });
});

test('a file cut off in the middle is fetched again and never served in part', async () => {
  const { bucket, read, gets } = await start();
  let cuts = 1;
  bucket.trouble = () => (cuts-- > 0 ? 'cut' : undefined);
  expect(await read(1)).toBe('one');
  expect(gets()).toBe(2);
  const other = await start();
  other.bucket.trouble = () => 'cut';
  await expect(other.read(1)).rejects.toThrow('broke off');
});

test('a removed picture is no longer served from the cache', async () => {
  const { pictures, read } = await start();
  await read(1);
  await pictures.remove(named(1), async () => false);
  expect(await read(1)).toBeUndefined();
});

test('the cache has a size limit and skips files larger than any picture', {
  tags: 'slow',
}, async () => {
  const { put, read, gets } = await start();
  const large = Buffer.alloc(4 * mebibyte, 'x');
  for (let number = 2; number < 22; number += 1) {
    put(number, large);
    await read(number);
  }
  expect(gets()).toBe(20);
  await read(2);
  expect(gets()).toBe(21);
  await read(21);
  expect(gets()).toBe(21);
  put(30, Buffer.concat([large, Buffer.from('x')]));
  expect(await read(30)).toHaveLength(4 * mebibyte + 1);
  await read(30);
  expect(gets()).toBe(25);
});

test('slow readers hold at most their limit of memory, and further reads get 503', {
  tags: 'slow',
}, async () => {
  const { pictures, put } = await start();
  const large = Buffer.alloc(4 * mebibyte);
  const slow = [];
  for (let number = 1; number <= 32; number += 1) {
    put(number, large);
    const found = await pictures.read(named(number), file);
    slow.push(found?.stream());
  }
  put(40, large);
  const refused = await problemOf(pictures.read(named(40), file));
  expect(refused).toMatchObject({ status: 503, retryAfter: 5 });
  // A cached file needs no more memory.
  expect(await pictures.read(named(32), file)).toBeDefined();
  const closed = slow.map((stream) => new Promise((resolve) => stream?.once('close', resolve)));
  for (const stream of slow) stream?.destroy();
  await Promise.all(closed);
  const found = await pictures.read(named(40), file);
  expect(found && (await buffer(found.stream())).length).toBe(large.length);
});
