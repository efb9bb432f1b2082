import { expect, test } from 'vitest';
import { ReadBuffers } from './read-buffers.ts';

test('a released buffer is reused, and only once even if it is released twice', () => {
  const buffers = new ReadBuffers();
  const first = buffers.take(100);
  const second = buffers.take(100);
  expect(second.bytes.buffer).not.toBe(first.bytes.buffer);
  first.release();
  first.release();
  const [third, fourth] = [buffers.take(50), buffers.take(50)];
  expect(third.bytes.buffer).toBe(first.bytes.buffer);
  expect(fourth.bytes.buffer).not.toBe(first.bytes.buffer);
  expect([third.bytes.length, fourth.bytes.length]).toEqual([50, 50]);
});

test('extra buffers are allocated while many are in use, and for a long page', () => {
  const buffers = new ReadBuffers();
  const all = Array.from({ length: 100 }, () => buffers.take(10));
  expect(new Set(all.map(({ bytes }) => bytes.buffer)).size).toBe(100);
  expect(buffers.take(200_000).bytes.length).toBe(200_000);
});
