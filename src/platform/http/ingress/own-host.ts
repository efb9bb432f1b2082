import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { plainAddress } from './ip-address.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export interface OwnHostOptions {
  /** The site's public URL. */
  readonly siteUrl: string;
  readonly proxies: TrustedProxies;
  /** Paths that are answered for any host name: health checks address the process directly. */
  readonly freePaths: readonly string[];
  /** Called with a foreign host name. */
  readonly onForeign: (host: string) => void;
}

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
const foreignMax = 10;
/** A host name or address with an optional port. */
const hostForm = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i;

interface Authority {
  readonly name: string;
  readonly port: string;
}

/** Host names are case-insensitive and may end with the root's dot. */
function authorityOf(host: string | undefined): Authority | undefined {
  const [, name, port = ''] = hostForm.exec(host ?? '') ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase().replace(/\.$/, ''), port };
}

/** The host that a proxy was asked for (`X-Forwarded-Host`); the nearest proxy's value is the last. */
function forwardedHost({ 'x-forwarded-host': given }: IncomingHttpHeaders): string | undefined {
  return String(given ?? '')
    .split(',')
    .at(-1)
    ?.trim();
}

/**
 * Checks that a request is for this site, by its `Host` header or a trusted proxy's `X-Forwarded-Host`. Any other name
 * (a forgotten domain, a foreign DNS record, DNS rebinding) is another site.
 */
export function createHostCheck(options: OwnHostOptions): (request: IncomingMessage) => boolean {
  const { siteUrl, proxies, freePaths, onForeign } = options;
  const { host: own, hostname, port, protocol } = new URL(siteUrl);
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  const isLoopback = loopback.includes(hostname);
  const reported = new Set<string>();

  function isOwn(host: string | undefined): boolean {
    const given = authorityOf(host);
    if (!given) return false;
    // Loopback names reach only this machine, through whatever port.
    if (isLoopback) return loopback.includes(given.name);
    // Proxies often omit the port.
    return given.name === hostname && (given.port === '' || given.port === ownPort);
  }

  function isForwarded({ headers, socket }: IncomingMessage): boolean {
    const peer = plainAddress(socket.remoteAddress ?? '');
    return peer !== undefined && proxies.includes(peer) && isOwn(forwardedHost(headers));
  }

  function report(host: string): void {
    if (reported.size >= foreignMax || reported.has(host)) return;
    reported.add(host);
    onForeign(host);
  }

  return (request) => {
    const { host } = request.headers;
    // The usual case.
    if (host === own || isOwn(host) || isForwarded(request)) return true;
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (freePaths.includes(path)) return true;
    report(authorityOf(host)?.name ?? 'no name');
    return false;
  };
}
