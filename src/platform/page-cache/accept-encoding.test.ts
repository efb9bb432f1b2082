import { expect, test } from 'vitest';
import { codingsFor } from './accept-encoding.ts';

test.each([
  'br',
  'gzip, deflate, br, zstd',
  'BR',
  'gzip;q=1.0, br;q=0.5',
  '*',
  'br;q=1, identity;q=0.5',
  'identity;q=0, *;q=0.1',
])('Accept-Encoding "%s" allows Brotli', (header) => {
  expect(codingsFor(header).includes('br')).toBe(true);
  expect(codingsFor(header).includes('br')).toBe(true);
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
])('Accept-Encoding "%s" does not allow Brotli', (header) => {
  expect(codingsFor(header).includes('br')).toBe(false);
});

test('many different Accept-Encoding headers are all read correctly', () => {
  for (let i = 0; i < 500; i++) {
    expect(codingsFor(`x${i}, br`).includes('br')).toBe(true);
    expect(codingsFor(`x${i}, br;q=0`).includes('br')).toBe(false);
  }
});

test.each([
  ['gzip', true],
  ['GZIP, br', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0, *', false],
  ['br', false],
  ['identity, gzip;q=0.5', false],
  [undefined, false],
])('whether Accept-Encoding "%s" allows gzip: %s', (header, suits) => {
  expect(codingsFor(header).includes('gzip')).toBe(suits);
});
