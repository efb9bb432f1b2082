import type { IncomingMessage, ServerResponse } from 'node:http';
import { securityHeaders } from '../../../../platform/http/security-headers.ts';
import { indexNowPath } from './announce.ts';

/** Serves the site's IndexNow key, with which search engines verify the site; returns false for every other address. */
export function serveIndexNowKey(key: string, isHttps: boolean) {
  const path = indexNowPath(key);
  const headers = {
    ...securityHeaders({ kind: 'asset', isHttps }),
    'content-type': 'text/plain; charset=utf-8',
    'content-length': key.length,
    'cache-control': 'public, max-age=3600',
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.url !== path) return false;
    response.writeHead(200, headers);
    response.end(request.method === 'HEAD' ? undefined : key);
    return true;
  };
}
