import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['::FFFF:c000:24d', '192.0.2.0/24'],
  ['0:0:0:0:0:ffff:c000:024d', '192.0.2.0/24'],
  ['::ffff:192.0.2.77%eth0', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::192.0.2.77', '2001:db8:1:2::/64'],
  ['64:ff9b::192.0.2.77', '64:ff9b:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is in %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each(['', 'unknown', '192.0.2', '192.0.2.077', '1.2.3.4, 5.6.7.8', `::${'0'.repeat(9_000)}`])(
  '"%s" is no address and belongs to the network "unknown"',
  (address) => {
    expect(networkOf(address)).toBe('unknown');
  },
);

test('an undefined address belongs to the network "unknown"', () => {
  expect(networkOf(undefined)).toBe('unknown');
});
