import { lookup } from 'node:dns/promises';
import type { IncomingHttpHeaders, RequestOptions } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** An outgoing request failed; the message explains it to the person who caused the request. */
export class OutgoingFailure extends Error {
  override readonly name = 'OutgoingFailure';
}

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Maximum size of the reply's body; a longer body is a failure. */
  readonly bytesMax: number;
  /** Truncates a longer body instead of failing. */
  readonly isCut?: boolean;
  /** Timeout for the whole request, including DNS lookup and redirects. */
  readonly timeoutMs: number;
  /** Maximum redirects; each target is checked like the first address. With 0 a redirect itself is the reply. */
  readonly redirectsMax?: number;
}

export interface OutgoingReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The final URL, after redirects. */
  readonly url: string;
}

interface FoundAddress {
  readonly address: string;
  readonly family: number;
}

export interface OutgoingOptions {
  /** Which IP addresses are allowed. Tests and a site's settings may allow more than public ones. */
  readonly isAllowed?: (address: string) => boolean;
  /** Whether plain http is allowed too. */
  readonly allowsHttp?: boolean;
  /** Resolves a host name; by default with the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly FoundAddress[]>;
}

export type FetchPublic = (url: string, request: OutgoingRequest) => Promise<OutgoingReply>;

/**
 * Creates the only function by which the server requests other hosts: public addresses only, by https. It resolves a
 * name once, requires all its addresses to be allowed, and connects to the checked address, which prevents DNS
 * rebinding. Rejects with `OutgoingFailure`.
 */
export function createFetchPublic({
  isAllowed = isPublicAddress,
  allowsHttp = false,
  resolve = (host) => lookup(host, { all: true }),
}: OutgoingOptions = {}): FetchPublic {
  async function lookUp(host: string): Promise<readonly FoundAddress[]> {
    try {
      return await resolve(host);
    } catch {
      throw new OutgoingFailure(`${host} is not known.`);
    }
  }

  async function addressOf(
    url: URL,
    signal: AbortSignal,
  ): Promise<{ address: string; family: number }> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const found = family ? [{ address: host, family }] : await inTime(lookUp(host), signal);
    const [first] = found;
    if (!first || found.some(({ address }) => !isAllowed(address)))
      throw new OutgoingFailure(`${host} is not an address on the public internet.`);
    return first;
  }

  async function ask(url: URL, request: OutgoingRequest, signal: AbortSignal) {
    const isPlain = url.protocol === 'http:' && allowsHttp;
    if (url.protocol !== 'https:' && !isPlain)
      throw new OutgoingFailure('Only addresses that begin with https:// are asked.');
    if (url.username !== '' || url.password !== '')
      throw new OutgoingFailure('The address holds a user name or a password.');
    const pinned = await addressOf(url, signal);
    const pinnedLookup: LookupFunction = (_host, { all }, found) =>
      all ? found(null, [pinned]) : found(null, pinned.address, pinned.family);
    return send(isPlain, url, request, { signal, lookup: pinnedLookup, agent: false });
  }

  return async (target, request) => {
    const signal = AbortSignal.timeout(request.timeoutMs);
    let url = URL.parse(target);
    for (let redirects = 0; ; redirects += 1) {
      if (!url) throw new OutgoingFailure('That is no address.');
      if (signal.aborted) throw failureOf(signal.reason, signal);
      const reply = await ask(url, request, signal).catch((error: unknown) => {
        throw failureOf(error, signal);
      });
      const next = reply.headers.location;
      const isRedirect = reply.status >= 300 && reply.status < 400 && next !== undefined;
      if (!isRedirect || !request.redirectsMax) return { ...reply, url: url.href };
      if (redirects >= request.redirectsMax) throw new OutgoingFailure('It leads on too often.');
      url = URL.parse(next, url);
    }
  };
}

/** A DNS lookup can't be aborted: stop waiting for it at the timeout. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    // Ignores a later rejection.
    work.catch(() => {});
  }
}

function failureOf(error: unknown, signal: AbortSignal): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error;
  if (signal.aborted) return new OutgoingFailure('It took too long to answer.');
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new OutgoingFailure(`It can't be reached${code}.`);
}

function send(
  isPlain: boolean,
  url: URL,
  { method = 'GET', headers, body, bytesMax, isCut = false }: OutgoingRequest,
  options: Pick<RequestOptions, 'signal' | 'lookup' | 'agent'>,
): Promise<Omit<OutgoingReply, 'url'>> {
  // Importing `node:http` as an ES module evaluates its getters, and so loads `fetch`: a tenth of the start.
  const { request } = process.getBuiltinModule(isPlain ? 'node:http' : 'node:https');
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = request(url, {
      ...options,
      method,
      headers: { 'accept-encoding': 'identity', ...headers, ...length },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (reply) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const finish = () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          body: Buffer.concat(parts).subarray(0, bytesMax),
        });
      reply.on('error', reject);
      reply.on('data', (part: Buffer) => {
        bytes += part.byteLength;
        if (bytes > bytesMax && isCut) {
          parts.push(part);
          finish();
          outgoing.destroy();
        } else if (bytes > bytesMax) {
          reject(new OutgoingFailure(`It is larger than ${bytesMax} bytes.`));
          outgoing.destroy();
        } else parts.push(part);
      });
      reply.on('end', finish);
    });
    outgoing.end(body);
  });
}
