import { expect, test } from 'vitest';
import { createRunningUploads } from './running-uploads.ts';

/** An upload that ends when `end` is called. */
function someUpload() {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  return { upload: promise, end: resolve };
}

test('waiting lasts until the last upload has ended, also one that began meanwhile', async () => {
  const uploads = createRunningUploads();
  const [first, second] = [someUpload(), someUpload()];
  const counts: number[] = [];
  const stop = uploads.subscribe(() => counts.push(uploads.count()));
  uploads.follow(first.upload);
  const ended = uploads.ended(new AbortController().signal);
  uploads.follow(second.upload);
  first.end(true);
  await first.upload;
  second.end(true);
  expect(await ended).toBe(true);
  expect(counts).toEqual([1, 2, 1, 0]);
  stop();
  uploads.follow(someUpload().upload);
  expect(counts).toHaveLength(4);
});

test('a failed upload is reported, whichever ends last', async () => {
  const uploads = createRunningUploads();
  const [first, second] = [someUpload(), someUpload()];
  uploads.follow(first.upload);
  uploads.follow(second.upload);
  const ended = uploads.ended(new AbortController().signal);
  first.end(false);
  second.end(true);
  expect(await ended).toBe(false);
});

test('waiting can be called off, also where that ends the uploads', async () => {
  const uploads = createRunningUploads();
  const { upload, end } = someUpload();
  uploads.follow(upload);
  const waiting = new AbortController();
  const ended = uploads.ended(waiting.signal);
  end(true);
  waiting.abort();
  await expect(ended).rejects.toBe(waiting.signal.reason);
  expect(uploads.count()).toBe(0);
});
