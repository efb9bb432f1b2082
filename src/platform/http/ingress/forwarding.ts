import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { readForwarded } from './forwarded-header.ts';
import { plainAddress } from './ip-address.ts';
import { networkOf } from './network-of.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export interface ForwardingOptions {
  readonly proxies: TrustedProxies;
  /** Called for an untrusted peer that sends forwarding headers. */
  readonly onUntrusted?: ((peer: string) => void) | undefined;
  /** Called for a trusted peer whose headers name two different clients. */
  readonly onContradiction?: ((peer: string) => void) | undefined;
}

/** Headers in which proxies name their client, the requested host and the protocol. */
const forwardingHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
] as const;
/** More proxies than any site has; a longer list was made up by the client. */
const mostHops = 16;

/** What one proxy reports about its client; undefined for what it omits, obfuscates (RFC 7239, 6.3) or writes invalidly. */
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

/** The hops that the proxies report, nearest first. */
function hopsOf(addresses: readonly (string | undefined)[], protocols: readonly string[]): Hop[] {
  const nearest = [...protocols].reverse();
  return [...addresses].reverse().map((given, index) => ({
    address: given === undefined ? undefined : addressIn(given),
    // With fewer protocols than addresses, the last protocol applies to the rest.
    protocol: protocolIn(nearest[Math.min(index, nearest.length - 1)]),
  }));
}

/** Walks back from the peer through trusted proxies to the client. A client that a proxy can't name counts as that proxy. */
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
 * The client of a trusted peer. A proxy writes one of the two headers and passes on the other as its client sent it. If
 * they name different clients, neither is reliable, and the request counts as the peer's own.
 */
function clientOf(peer: string, headers: IncomingHttpHeaders, options: ForwardingOptions): Client {
  const { proxies, onContradiction } = options;
  const addresses = textOf(headers, 'x-forwarded-for')?.split(',');
  const protocols = textOf(headers, 'x-forwarded-proto')?.split(',') ?? [];
  const standard = textOf(headers, 'forwarded');
  const byCustom = follow(peer, hopsOf(addresses ?? [undefined], protocols), proxies);
  if (standard === undefined) return byCustom;
  const entries = readForwarded(standard);
  const hops = entries.map(
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
 * Reduces a request's forwarding headers to what is reliable: one address in `x-forwarded-for` and a protocol in
 * `x-forwarded-proto` if trusted proxies report them, and no such header otherwise. The host is always the `Host` header's.
 * Fastify, which reads the headers after this, therefore can't be misled by any of them.
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

/** The client's network, after `settleForwarding`. */
export function networkOfSettled({ headers, socket }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for'];
  return networkOf(typeof forwarded === 'string' ? forwarded : socket.remoteAddress);
}
