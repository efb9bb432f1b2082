import { BlockList, isIP, isIPv4 } from 'node:net';
import { plainAddress } from './ip-address.ts';

/** The proxies in `TRUSTED_PROXIES`, whose forwarding headers are trusted. */
export interface TrustedProxies {
  includes(address: string | undefined): boolean;
  /** No proxy is trusted. */
  readonly isEmpty: boolean;
}

/** An invalid list of proxies; the message names the entry and what is wrong with it. */
export class ProxyListError extends Error {
  override readonly name = 'ProxyListError';
}

/** The named ranges: this machine (RFC 1122, RFC 4291) and private networks (RFC 1918, RFC 4193). */
const named: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

/** Length of the common prefix of IPv4-mapped IPv6 addresses, in bits. */
const mappedBits = 96;

function add(list: BlockList, entry: string): void {
  const slash = entry.indexOf('/');
  const given = slash < 0 ? entry : entry.slice(0, slash);
  const address = given.includes('%') ? undefined : plainAddress(given);
  if (address === undefined) {
    throw new ProxyListError(`“${entry}” is no address, range, “loopback” or “private”`);
  }
  const isMapped = isIP(given) === 6 && isIPv4(address);
  const bits = isIPv4(address) ? 32 : 128;
  const length = slash < 0 ? String(isMapped ? bits + mappedBits : bits) : entry.slice(slash + 1);
  const prefix = Number(length) - (isMapped ? mappedBits : 0);
  if (!/^(0|[1-9]\d{0,2})$/.test(length) || prefix < 0 || prefix > bits) {
    throw new ProxyListError(`“${entry}” is no range of addresses`);
  }
  if (prefix === 0) {
    throw new ProxyListError(`“${entry}” would let everybody say who they are`);
  }
  list.addSubnet(address, prefix, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/**
 * Parses addresses, CIDR ranges, `loopback` and `private`, separated by commas or spaces. Throws `ProxyListError`. A range
 * of all addresses is refused: every client could then forge its address.
 */
export function readTrustedProxies(text: string): TrustedProxies {
  const list = new BlockList();
  for (const entry of text.split(/[\s,]+/)) {
    if (entry === '') continue;
    for (const range of named.get(entry.toLowerCase()) ?? [entry]) add(list, range);
  }
  return {
    isEmpty: list.rules.length === 0,
    includes(given) {
      const address = plainAddress(given ?? '');
      return address !== undefined && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
    },
  };
}

/** No proxy is trusted. */
export const noProxies: TrustedProxies = { includes: () => false, isEmpty: true };
