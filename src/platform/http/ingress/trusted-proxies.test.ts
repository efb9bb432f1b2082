import { expect, test } from 'vitest';
import { ProxyListError, readTrustedProxies } from './trusted-proxies.ts';

test.each([
  ['192.0.2.1', ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'], ['192.0.2.2']],
  ['192.0.2.0/28 2001:db8::/32', ['192.0.2.15', '2001:db8:ff::1'], ['192.0.2.16', '2001:db9::1']],
  ['::ffff:192.0.2.1', ['192.0.2.1'], ['192.0.2.2']],
  ['::ffff:192.0.2.0/120', ['192.0.2.9'], ['192.0.3.9', '::1']],
  ['2001:DB8:0:0::1', ['2001:db8::1', '2001:db8::1%eth0'], ['2001:db8::2']],
  [' loopback ', ['127.0.0.1', '127.8.9.1', '::1'], ['10.0.0.1', '128.0.0.1', '::2']],
  [
    'Private',
    ['10.9.8.7', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1'],
    ['127.0.0.1', '172.32.0.1', '192.169.0.1', '11.0.0.1', 'fe80::1', '100.64.0.1', '169.254.1.1'],
  ],
  ['loopback,private', ['127.0.0.1', '10.0.0.1'], ['192.0.2.1', '', 'unknown']],
  ['', [], ['127.0.0.1', '0.0.0.0', '::']],
])('the list “%s” includes %o and not %o', (list, inside, outside) => {
  const { includes } = readTrustedProxies(list);
  expect(inside.filter((address) => !includes(address))).toEqual([]);
  expect(outside.filter(includes)).toEqual([]);
  expect(includes(undefined)).toBe(false);
});

test.each([
  'localhost',
  'true',
  '1',
  '*',
  '192.0.2',
  '192.0.2.256',
  '010.0.0.1',
  '192.0.2.0/33',
  '192.0.2.0/',
  '192.0.2.0/-1',
  '192.0.2.0/08',
  '192.0.2.0/255.255.255.0',
  '192.0.2.0/24/8',
  '2001:db8::/129',
  '::ffff:192.0.2.0/90',
  'fe80::1%eth0',
  '[::1]',
  'constructor',
  '0.0.0.0/0',
  '::/0',
  'loopback, nonsense',
])('the list “%s” is refused', (list) => {
  expect(() => readTrustedProxies(list)).toThrow(ProxyListError);
});
