import { expect, test } from 'vitest';
import { knownBlocksMax, type Place } from '../../../history-paths.ts';
import { changesSince, decodeHashes, encodeHashes, indexOfPlace } from './known-blocks.ts';

const blocks = (...hashes: readonly number[]) => hashes.map((hash) => ({ hash }));
const place = (block: number, known: readonly number[], more: Partial<Place> = {}): Place => ({
  block,
  hash: known[block] ?? 0,
  share: 50,
  isFinished: false,
  known: encodeHashes(known),
  ...more,
});
const hashesOf = (some: readonly { readonly hash: number }[]) => some.map(({ hash }) => hash);

test('block hashes are decoded as encoded, without duplicates and up to the limit', () => {
  const hashes = [0, -1, 2 ** 31 - 1, -(2 ** 31), 7, 7];
  expect([...decodeHashes(encodeHashes(hashes))]).toEqual([0, -1, 2 ** 31 - 1, -(2 ** 31), 7]);
  const many = Array.from({ length: knownBlocksMax + 9 }, (_, index) => index);
  expect(decodeHashes(encodeHashes(many)).size).toBe(knownBlocksMax);
  expect(encodeHashes(many).length).toBeLessThanOrEqual(2_668);
});

test('a reading place is found after insertions before it and after an edit of its own block', () => {
  const known = [1, 2, 3, 4];
  expect(indexOfPlace(blocks(1, 2, 3, 4, 5), place(2, known))).toBe(2);
  expect(indexOfPlace(blocks(9, 8, 1, 2, 3, 4), place(2, known))).toBe(4);
  // Of two equal blocks, the nearer one.
  expect(indexOfPlace(blocks(3, 1, 2, 3, 5), place(2, known))).toBe(3);
  // The block of the place was edited: the last known block before it.
  expect(indexOfPlace(blocks(1, 2, 30, 40), place(2, [1, 2, 3]))).toBe(1);
  // Every block is new.
  expect(indexOfPlace(blocks(10, 20), place(2, [1, 2, 3]))).toBe(1);
});

test('changes since the last visit are the edited blocks up to the place, and a count of the deleted ones', () => {
  const unfinished = place(2, [1, 2, 3]);
  expect(changesSince(blocks(1, 2, 3, 4, 5), unfinished)).toEqual({ changed: [], goneCount: 0 });
  const { changed, goneCount } = changesSince(blocks(1, 20, 21, 3, 40), unfinished);
  expect([hashesOf(changed), goneCount]).toEqual([[20, 21], 0]);
  expect(changesSince(blocks(3, 4), unfinished)).toEqual({ changed: [], goneCount: 2 });

  const finished = place(2, [1, 2, 3], { isFinished: true });
  expect(hashesOf(changesSince(blocks(1, 2, 3, 4, 5), finished).changed)).toEqual([4, 5]);
  // Without known hashes no change is reported.
  expect(changesSince(blocks(1, 2), place(0, []))).toEqual({ changed: [], goneCount: 0 });
});

test('in a text with more blocks than the limit only the known ones are compared', () => {
  const all = Array.from({ length: knownBlocksMax + 50 }, (_, index) => index + 1);
  const finished = place(knownBlocksMax + 49, all, { isFinished: true });
  const changed = blocks(
    ...all.map((hash) => (hash === 10 || hash === knownBlocksMax + 20 ? -hash : hash)),
  );
  expect(hashesOf(changesSince(changed, finished).changed)).toEqual([-10]);
});
