import type { IncomingMessage } from 'node:http';

/**
 * Normalizes the request target to path and query. The absolute form (`http://site.example/path`, RFC 9112, 3.2.2) also
 * replaces the `Host` header. False for a target that is no URL of a site, such as `*`.
 */
export function settleTarget(request: IncomingMessage): boolean {
  const { url = '' } = request;
  if (url.startsWith('/')) return true;
  if (request.method === 'OPTIONS' && url === '*') return true;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const begin = url.indexOf('//') + 2;
  const length = url.slice(begin).search(/[/?#]/);
  const end = length < 0 ? url.length : begin + length;
  const rest = url.slice(end);
  request.headers.host = url.slice(begin, end);
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return true;
}
