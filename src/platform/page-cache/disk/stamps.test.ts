import { expect, test } from 'vitest';
import { DamagedStore, decodeRecord, encodeRecord } from './record.ts';
import { emptyRow, rowOf, Stamps, stampOf, stampRow } from './stamps.ts';

/** Copies of these bytes, each with one bit of another byte flipped. */
function* changed(bytes: Buffer): Generator<Buffer> {
  for (const [place, byte] of bytes.entries()) {
    const other = Buffer.from(bytes);
    other[place] = byte ^ (1 << (place % 8));
    yield other;
  }
}

test('a stamped tag invalidates older records, and a hidden tag invalidates all', () => {
  const stamp = stampOf('blog:1');
  const row = rowOf(stamp);
  const stamps = new Stamps();
  stamps.load(row, stampRow(row, emptyRow(row), [stamp], 5));
  expect(stamps.areTagsUntouched(['blog:1'], 4)).toBe(false);
  expect(stamps.areTagsUntouched(['blog:1', 'blog:2'], 5)).toBe(true);
  stamps.hide('blog:2');
  expect(stamps.areTagsUntouched(['blog:1', 'blog:2'], 1_000)).toBe(false);
});

test('a flipped bit in a row of stamps, a wrong row number and a truncated row are detected', {
  tags: 'slow',
}, () => {
  const row = rowOf(stampOf('blog:1'));
  const good = stampRow(row, emptyRow(row), [stampOf('blog:1')], 5);
  for (const bytes of changed(good)) {
    expect(() => new Stamps().load(row, bytes)).toThrow(DamagedStore);
  }
  expect(() => new Stamps().load(row + 1, good)).toThrow(DamagedStore);
  expect(() => new Stamps().load(row, good.subarray(1))).toThrow(DamagedStore);
});

test('a flipped bit in a record and a truncated record are detected, and an erased record is undefined', () => {
  const record = {
    key: 'identity /blog/1',
    tags: ['blog:1'],
    floor: 3,
    madeAt: 1,
    goodUntil: Infinity,
    head: { digest: 'a' },
    body: Buffer.from('<p>Text</p>'),
  };
  const good = encodeRecord(record);
  expect(decodeRecord(good)).toEqual(record);
  for (const bytes of changed(good)) expect(() => decodeRecord(bytes)).toThrow(DamagedStore);
  for (let length = 0; length < good.length; length += 1) {
    expect(() => decodeRecord(good.subarray(0, length))).toThrow(DamagedStore);
  }
  expect(decodeRecord(Buffer.alloc(good.length))).toBeUndefined();
});
