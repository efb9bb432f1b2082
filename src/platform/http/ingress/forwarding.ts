import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { readForwarded } from './forwarded-header.ts';
import { plainAddress } from './ip-address.ts';
import { networkOf } from './network-of.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export interface ForwardingOptions {
  readonly proxies: TrustedProxies;
  /** Hears of a peer whose word doesn't count and who speaks for somebody else all the same. */
  readonly onUntrusted?: ((peer: string) => void) | undefined;
  /** Hears of a trusted peer whose headers name two different clients. */
  readonly onContradiction?: ((peer: string) => void) | undefined;
}

/** Headers in which proxies say who asks them, and under which name and protocol. */
const forwardingHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
] as const;
/** More proxies than stand before any site; a longer list is a visitor's own. */
const mostHops = 16;

/** What one proxy says of its client; undefined for what it doesn't tell, or hides, or tells unreadably. */
interface Hop {
  readonly address: string | undefined;
  readonly protocol: string | undefined;
}

interface Client {
  readonly address: string;
  readonly protocol: string | undefined;
}

/** The address in `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`. */
function addressIn(text: string): string | undefined {
  const given = text.trim();
  const end = given.indexOf(']');
  if (given.startsWith('[')) {
    return /^(:\d{1,5})?$/.test(given.slice(end + 1))
      ? plainAddress(given.slice(1, end))
      : undefined;
  }
  const [address = '', port, more] = given.split(':', 3);
  const hasPort = port !== undefined && more === undefined && /^\d{1,5}$/.test(port);
  return plainAddress(hasPort ? address : given);
}

function protocolIn(text: string | undefined): string | undefined {
  const protocol = text?.trim().toLowerCase();
  return protocol === 'http' || protocol === 'https' ? protocol : undefined;
}

/** What the proxies say, the nearest first. */
function hopsOf(addresses: readonly (string | undefined)[], protocols: readonly string[]): Hop[] {
  const nearest = [...protocols].reverse();
  return [...addresses].reverse().map((given, index) => ({
    address: given === undefined ? undefined : addressIn(given),
    // Where fewer protocols than addresses are told, the last one that is told goes for the rest.
    protocol: protocolIn(nearest[Math.min(index, nearest.length - 1)]),
  }));
}

/** Goes back from the peer, as far as those who speak are trusted. Whoever can't be named is the proxy that says so. */
function follow(peer: string, hops: readonly Hop[], { includes }: TrustedProxies): Client {
  let client: Client = { address: peer, protocol: undefined };
  for (const hop of hops.slice(0, mostHops)) {
    if (!includes(client.address)) break;
    client = { address: hop.address ?? client.address, protocol: hop.protocol };
    if (hop.address === undefined) break;
  }
  return client;
}

function textOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/**
 * The client of a trusted peer. A proxy writes one of the two headers and hands the other on as its client sent it,
 * so where they name different clients neither can be believed: then it is the peer's own request.
 */
function clientOf(peer: string, headers: IncomingHttpHeaders, options: ForwardingOptions): Client {
  const { proxies, onContradiction } = options;
  const addresses = textOf(headers, 'x-forwarded-for')?.split(',');
  const protocols = textOf(headers, 'x-forwarded-proto')?.split(',') ?? [];
  const standard = textOf(headers, 'forwarded');
  const byCustom = follow(peer, hopsOf(addresses ?? [undefined], protocols), proxies);
  if (standard === undefined) return byCustom;
  const told = readForwarded(standard);
  const hops = told.map(
    (hop): Hop => ({
      address: hop.for === undefined ? undefined : addressIn(hop.for),
      protocol: protocolIn(hop.proto),
    }),
  );
  const byStandard = follow(peer, hops.reverse(), proxies);
  if (addresses === undefined) {
    return { ...byStandard, protocol: byStandard.protocol ?? byCustom.protocol };
  }
  if (byStandard.address === byCustom.address) {
    return { ...byCustom, protocol: byCustom.protocol ?? byStandard.protocol };
  }
  onContradiction?.(peer);
  return { address: peer, protocol: byCustom.protocol };
}

/**
 * Leaves of a request's forwarding headers what may be believed: one address in `x-forwarded-for` and a protocol in
 * `x-forwarded-proto`, where trusted proxies say so, and nothing otherwise. The name that the site was asked by is the
 * `Host` header's; no proxy says another. So the framework can't be told more than this, however a header is spelled.
 */
export function settleForwarding(request: IncomingMessage, options: ForwardingOptions): void {
  const { headers } = request;
  if (!forwardingHeaders.some((name) => headers[name] !== undefined)) return;
  const given = { ...headers };
  for (const name of forwardingHeaders) delete headers[name];
  const peer = plainAddress(request.socket.remoteAddress ?? '');
  if (peer === undefined) return;
  if (!options.proxies.includes(peer)) {
    options.onUntrusted?.(peer);
    return;
  }
  const { address, protocol } = clientOf(peer, given, options);
  if (address !== peer) headers['x-forwarded-for'] = address;
  if (protocol !== undefined) headers['x-forwarded-proto'] = protocol;
}

/** The network that asks, as `settleForwarding` has left it. */
export function networkOfSettled({ headers, socket }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for'];
  return networkOf(typeof forwarded === 'string' ? forwarded : socket.remoteAddress);
}
