import { isIP, isIPv4, SocketAddress } from 'node:net';

/** No address is longer: eight groups, or six and an IPv4 one, and a zone. */
const longestAddress = 64;

/**
 * An IP address in its one spelling: lower case, shortest form, without a zone, an IPv4 one that is mapped into IPv6
 * (`::ffff:192.0.2.1`, `::ffff:c000:201`) as IPv4. Undefined for what is none.
 */
export function plainAddress(text: string): string | undefined {
  if (text.length > longestAddress) return undefined;
  const zone = text.indexOf('%');
  const address = zone < 0 ? text : text.slice(0, zone);
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) return address;
  const plain = new SocketAddress({ address, family: 'ipv6' }).address;
  const ipv4 = plain.slice(plain.lastIndexOf(':') + 1);
  return plain.startsWith('::ffff:') && isIPv4(ipv4) ? ipv4 : plain;
}
