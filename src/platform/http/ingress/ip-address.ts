import { isIP, isIPv4, SocketAddress } from 'node:net';

/** Maximum length: eight groups, or six and an IPv4 tail, and a zone. */
const longestAddress = 64;

/**
 * The canonical form of an IP address (RFC 5952): lower case, shortest form, without a zone; an IPv4-mapped IPv6 address
 * (`::ffff:192.0.2.1`, `::ffff:c000:201`) as IPv4. Undefined for any other text.
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
