import { isIPv6 } from 'node:net';

/**
 * The network that an address belongs to, as far as one customer usually reaches: `192.0.2.0/24`, `2001:db8:1:2::/64`.
 * Whoever has one IPv6 address has 2^64 of them.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  const ipv4 = mapped ?? plain;
  if (!isIPv6(ipv4)) return `${ipv4.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = '', tail] = plain.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...right];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
