import { expect, test } from 'vitest';
import { type CacheEntry, createBoundedMemory } from './bounded-memory.ts';

const page = (key: string, ...tags: string[]): CacheEntry => ({
  key,
  tags,
  goodUntil: Infinity,
  bytes: 10,
  isUsed: false,
});

test('the tag * drops the entries of all shelves, and entries added later are kept', () => {
  const memory = createBoundedMemory(1_000);
  const shelves = [memory.addShelf(), memory.addShelf()] as const;
  const grown = page('/', 'lists');
  shelves[0].keep(grown);
  shelves[1].keep(page('/', 'lists', 'person:a'));
  memory.dropTagged(['*']);
  expect([memory.bytes, shelves[0].size, shelves[1].size]).toEqual([0, 0, 0]);
  // Its Brotli form may be ready only now.
  memory.grow(grown, 5);
  expect(memory.bytes).toBe(0);
  shelves[0].keep(page('/', 'lists'));
  memory.dropTagged(['person:a']);
  expect([memory.bytes, shelves[0].use('/')?.key]).toEqual([10, '/']);
  memory.dropTagged(['lists']);
  expect([memory.bytes, shelves[0].size]).toEqual([0, 0]);
});

test('an entry is dropped by a tag added later, and a tag added to a dropped entry has no effect', () => {
  const memory = createBoundedMemory(1_000);
  const shelf = memory.addShelf();
  const member = page('a', 'person:a');
  shelf.keep(member);
  memory.addTags(member, ['comments:1', 'person:a']);
  memory.dropTagged(['comments:2']);
  expect(shelf.has('a')).toBe(true);
  expect(memory.dropTagged(['comments:1'])).toEqual([member]);
  expect([memory.bytes, shelf.size]).toEqual([0, 0]);
  // The tag is found only after the entry was dropped.
  memory.addTags(member, ['comments:3']);
  expect(memory.dropTagged(['comments:3'])).toEqual([]);
});

test('a full memory admits one in eight of the entries that the disk has too, however large', () => {
  const memory = createBoundedMemory(100);
  const shelf = memory.addShelf();
  for (let number = 0; number < 9; number += 1) shelf.keep(page(`/${number}`));
  expect(memory.admits(10)).toBe(true);
  expect(memory.admits(11)).toBe(false);
  shelf.keep(page('/9'));
  const admitted = Array.from({ length: 16 }, () => memory.admits(10));
  expect(admitted.filter(Boolean).length).toBe(2);
  memory.dropTagged(['*']);
  expect(memory.admits(10)).toBe(true);
});

test('entries in turn, a little more than fit, mostly stay in memory', () => {
  const memory = createBoundedMemory(100);
  const shelf = memory.addShelf();
  let found = 0;
  for (let turn = 0; turn < 20; turn += 1) {
    for (let number = 0; number < 12; number += 1) {
      if (shelf.use(`/${number}`)) found += 1;
      else if (memory.admits(10)) shelf.keep(page(`/${number}`));
    }
  }
  expect(found).toBeGreaterThan(20 * 12 * 0.6);
});
