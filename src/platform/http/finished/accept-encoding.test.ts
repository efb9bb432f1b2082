import { expect, test } from 'vitest';
import { prefersBrotli } from './accept-encoding.ts';

test.each([
  'br',
  'gzip, deflate, br, zstd',
  'BR',
  'gzip;q=1.0, br;q=0.5',
  '*',
  'br;q=1, identity;q=0.5',
  'identity;q=0, *;q=0.1',
])('Brotli suits who accepts "%s"', (header) => {
  expect(prefersBrotli(header)).toBe(true);
  expect(prefersBrotli(header)).toBe(true);
});

test.each([
  '',
  'gzip',
  'br;q=0',
  'br;q=0.000',
  'br; q=0, *',
  '*;q=0',
  'identity, br;q=0.5',
  'br;q=nonsense',
  'brotli',
  'xbr',
])('Brotli does not suit who accepts "%s"', (header) => {
  expect(prefersBrotli(header)).toBe(false);
});

test('many different headers are all answered right', () => {
  for (let i = 0; i < 500; i++) {
    expect(prefersBrotli(`x${i}, br`)).toBe(true);
    expect(prefersBrotli(`x${i}, br;q=0`)).toBe(false);
  }
});
