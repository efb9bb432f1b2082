import { BlockList, isIP } from 'node:net';

/**
 * Address ranges outside the public internet: this host, private and shared networks, link-local (cloud metadata),
 * documentation, benchmarks, multicast and reserved ranges. From IANA's registries of special-purpose IPv4 and IPv6
 * addresses.
 */
const notPublic = new BlockList();
const ranges4: readonly (readonly [address: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
for (const [address, prefix] of ranges4) notPublic.addSubnet(address, prefix, 'ipv4');

/**
 * Public IPv6 is 2000::/3, except these ranges, which aren't public or embed an IPv4 address that would need its own
 * check.
 */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const ranges6: readonly (readonly [address: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
for (const [address, prefix] of ranges6) notPublic.addSubnet(address, prefix, 'ipv6');

/** Whether an IP address is public. False for any other text. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}
