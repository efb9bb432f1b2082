import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createBucketClient, objectUrl } from './bucket-client.ts';
import { type BucketFault, startTestBucket, type TestBucket } from './testing-bucket.ts';

const key = 'uploads/a/40.jpg';

async function start(options: Parameters<typeof createBucketClient>[1] = {}) {
  const bucket = await startTestBucket();
  const client = createBucketClient(bucket.settings, { pause: 1, answer: 2_000, ...options });
  return { bucket, client };
}

/** Gives the trouble to the next `count` requests. */
function times(bucket: TestBucket, count: number, trouble: BucketFault): void {
  let left = count;
  bucket.trouble = () => {
    left -= 1;
    return left >= 0 ? trouble : undefined;
  };
}

test('a stored object is returned byte for byte with its type and can be removed', async () => {
  const { bucket, client } = await start();
  const bytes = Buffer.from([0, 1, 2, 255]);
  expect(await client.get(key)).toBeUndefined();
  expect(await client.sizeOf(key)).toBeUndefined();
  await client.put(key, bytes, 'image/jpeg');
  expect(bucket.objects.get(key)?.type).toBe('image/jpeg');
  const found = await client.get(key);
  expect(found?.size).toBe(4);
  expect(await buffer(found?.stream() as Readable)).toEqual(bytes);
  expect(await client.sizeOf(key)).toBe(4);
  await client.remove(key);
  await client.remove(key);
  expect(bucket.objects.size).toBe(0);
});

test('a wrong secret, key, region or bucket is reported by its error code', async () => {
  const { bucket } = await start();
  for (const [change, code] of [
    [{ secret: 'other' }, 'SignatureDoesNotMatch'],
    [{ keyId: 'OTHER' }, 'InvalidAccessKeyId'],
    [{ region: 'elsewhere' }, 'InvalidAccessKeyId'],
  ] as const) {
    const client = createBucketClient({ ...bucket.settings, ...change });
    await expect(client.put(key, Buffer.from('x'), 'image/jpeg')).rejects.toThrow(code);
  }
  const client = createBucketClient({ ...bucket.settings, bucket: 'other' });
  await expect(client.put(key, Buffer.from('x'), 'image/jpeg')).rejects.toThrow('NoSuchBucket');
  // An error that stays the same isn't retried.
  expect(bucket.asked).toHaveLength(4);
  expect(bucket.objects.size).toBe(0);
});

test('a request is retried when the store is busy or silent', async () => {
  for (const trouble of [500, 503, 429, 'silent'] as const) {
    const { bucket, client } = await start({ answer: 200 });
    times(bucket, 1, trouble);
    await client.put(key, Buffer.from('x'), 'image/jpeg');
    expect(bucket.objects.has(key)).toBe(true);
    expect(bucket.asked).toHaveLength(2);
  }
});

test('reading fails after a retry, and further reads fail at once for five seconds', async () => {
  let now = 0;
  const { bucket, client } = await start({ now: () => now });
  bucket.trouble = () => 503;
  await expect(client.get(key)).rejects.toThrow(
    'gave no answer: GET uploads/a/40.jpg: 503 SlowDown',
  );
  expect(bucket.asked).toHaveLength(2);
  await expect(client.get(key)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  await expect(client.sizeOf(key)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  expect(bucket.asked).toHaveLength(2);
  bucket.trouble = undefined;
  now += 5_000;
  expect(await client.get(key)).toBeUndefined();
});

test('an object cut off in the middle is an error', async () => {
  const { bucket, client } = await start();
  await client.put(key, Buffer.alloc(100_000), 'image/jpeg');
  bucket.trouble = () => 'cut';
  const found = await client.get(key);
  await expect(buffer(found?.stream() as Readable)).rejects.toThrow();
});

test('an object that stalls in the middle times out', async () => {
  const { bucket, client } = await start({ whole: 200 });
  await client.put(key, Buffer.alloc(100_000), 'image/jpeg');
  bucket.trouble = () => 'stalls';
  const found = await client.get(key);
  await expect(buffer(found?.stream() as Readable)).rejects.toThrow();
});

test('a refused connection is reported as the reason', async () => {
  const { bucket } = await start();
  const settings = { ...bucket.settings, endpoint: 'http://127.0.0.1:1' };
  const client = createBucketClient(settings, { pause: 1 });
  await expect(client.sizeOf(key)).rejects.toThrow(/ECONNREFUSED|bad port/);
});

test('the bucket is in the path or before the host name', async () => {
  const { bucket } = await start();
  const settings = { ...bucket.settings, endpoint: 'https://s3.example.org:9000/v1' };
  expect(objectUrl(settings, 'a/1.jpg')).toBe('https://s3.example.org:9000/v1/pictures/a/1.jpg');
  expect(objectUrl({ ...settings, hasPathStyle: false }, 'a/1.jpg')).toBe(
    'https://pictures.s3.example.org:9000/v1/a/1.jpg',
  );
});
