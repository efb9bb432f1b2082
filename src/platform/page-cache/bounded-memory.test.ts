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
