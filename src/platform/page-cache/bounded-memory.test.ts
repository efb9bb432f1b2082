import { expect, test } from 'vitest';
import { type CacheEntry, createBoundedMemory } from './bounded-memory.ts';

const page = (key: string, ...tags: string[]): CacheEntry => ({
  key,
  tags,
  goodUntil: Infinity,
  bytes: 10,
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

test('a full memory admits what was requested more often than what it would displace, however large', () => {
  const memory = createBoundedMemory(100);
  const shelf = memory.addShelf();
  for (let number = 0; number < 9; number += 1) shelf.keep(page(`/${number}`));
  expect([1, 2].map(() => memory.admits('/9', 10))).toEqual([false, true]);
  shelf.keep(page('/9'));
  for (let number = 0; number < 9; number += 1) shelf.use(`/${number}`);
  // Each of them was requested once, the last one twice.
  expect([1, 2, 3].map(() => memory.admits('/new', 10))).toEqual([false, false, true]);
  memory.dropTagged(['*']);
  expect([1, 2].map(() => memory.admits('/other', 10))).toEqual([false, true]);
});

test('an entry that is often requested displaces one that no longer is', () => {
  const memory = createBoundedMemory(100);
  const shelf = memory.addShelf();
  for (let number = 0; number < 10; number += 1) {
    shelf.keep(page(`/${number}`));
    for (let asked = 0; asked < 20; asked += 1) shelf.use(`/${number}`);
  }
  // 65,536 requests halve the counts.
  for (let asked = 0; asked < 5 * 65_536; asked += 1) shelf.use('/0');
  expect([1, 2].map(() => memory.admits('/new', 10))).toEqual([false, true]);
  shelf.keep(page('/new'));
  expect([shelf.has('/new'), shelf.has('/0')]).toEqual([true, true]);
});

test('entries in turn, more than fit, leave those in memory where they are', () => {
  const memory = createBoundedMemory(100);
  const shelf = memory.addShelf();
  let found = 0;
  for (let turn = 0; turn < 20; turn += 1) {
    for (let number = 0; number < 100; number += 1) {
      if (shelf.use(`/${number}`)) found += 1;
      else if (memory.admits(`/${number}`, 10)) shelf.keep(page(`/${number}`));
    }
  }
  expect(found).toBe(18 * 10);
});
