import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { plainAddress } from './ip-address.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export interface OwnHostOptions {
  /** What the site is reached by. */
  readonly siteUrl: string;
  readonly proxies: TrustedProxies;
  /** Paths that are answered whatever name they are asked by: whoever asks for the process's health knows its address. */
  readonly freePaths: readonly string[];
  /** Called with a name that isn't the site's. */
  readonly onForeign: (host: string) => void;
}

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
const foreignMax = 10;
/** A name or an address, and a port. */
const hostForm = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i;

interface Authority {
  readonly name: string;
  readonly port: string;
}

/** Names are alike in any case, and with the dot of the root behind them. */
function authorityOf(host: string | undefined): Authority | undefined {
  const [, name, port = ''] = hostForm.exec(host ?? '') ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase().replace(/\.$/, ''), port };
}

/** The name that a proxy was asked by, where it says so; the nearest proxy's word stands last. */
function forwardedHost({ 'x-forwarded-host': given }: IncomingHttpHeaders): string | undefined {
  return String(given ?? '')
    .split(',')
    .at(-1)
    ?.trim();
}

/**
 * Whether a request is for this site: by the name that it is reached by (`Host`), or by a trusted proxy's word that it was
 * asked by that name. Any other name (a forgotten domain, one that somebody pointed here, DNS rebinding) is another site.
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
    // On this machine nobody else answers to these names, whatever port leads here.
    if (isLoopback) return loopback.includes(given.name);
    // Proxies often leave the port out.
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
    // Of nearly all requests.
    if (host === own || isOwn(host) || isForwarded(request)) return true;
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (freePaths.includes(path)) return true;
    report(authorityOf(host)?.name ?? 'no name');
    return false;
  };
}
