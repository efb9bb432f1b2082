import { BlockList, isIP, isIPv4 } from 'node:net';
import { plainAddress } from './ip-address.ts';

/** The machines whose word counts on who asks them: what `TRUSTED_PROXIES` lists. */
export interface TrustedProxies {
  includes(address: string | undefined): boolean;
  /** Nobody's word counts. */
  readonly isEmpty: boolean;
}

/** A list of proxies that can't be used; the message says what is wrong with which entry. */
export class ProxyListError extends Error {
  override readonly name = 'ProxyListError';
}

/** What a name in the list stands for: this machine (RFC 1122, RFC 4291), and private networks (RFC 1918, RFC 4193). */
const named: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

/** Bits that IPv4 addresses mapped into IPv6 have in common. */
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
 * Reads addresses, CIDR ranges, `loopback` and `private`, parted by commas or blanks. Throws `ProxyListError`. A range
 * that holds every address is refused: then any visitor's word would count.
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

/** Nobody's word counts. */
export const noProxies: TrustedProxies = { includes: () => false, isEmpty: true };
