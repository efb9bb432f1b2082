import { isIPv4 } from 'node:net';
import { plainAddress } from './ip-address.ts';

/** The eight groups of an IPv6 address, of which an IPv4 tail (`64:ff9b::192.0.2.1`) is two. */
function groupsOf(address: string): readonly string[] {
  const tail = address.slice(address.lastIndexOf(':') + 1);
  const hex = isIPv4(tail) ? `${address.slice(0, -tail.length)}0:0` : address;
  const [head = '', rest] = hex.split('::');
  const left = head ? head.split(':') : [];
  const right = rest ? rest.split(':') : [];
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

/**
 * The network of an address, in the size that one customer usually gets: `192.0.2.0/24`, `2001:db8:1:2::/64`. An IPv6
 * customer has 2^64 addresses, so limits per address would have no effect. `unknown` if the peer has already disconnected.
 */
export function networkOf(address: string | undefined): string {
  const plain = plainAddress(address ?? '');
  if (plain === undefined) return 'unknown';
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}
