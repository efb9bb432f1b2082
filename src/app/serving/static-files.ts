import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { securityHeaders } from '../../platform/http/security-headers.ts';

interface StaticFilesOptions {
  /** Folder of the browser's build. */
  readonly folder: string;
  readonly isHttps: boolean;
}

/** Asked for anew at each look, so that another one, or one that ends it, is in every browser within a day. */
const serviceWorkerPath = '/sw.js';

/** The build's files carry their content's hash in their names; pictures don't, and may be drawn anew. */
const cacheControls = [
  { prefix: '/assets/', value: 'public, max-age=31536000, immutable' },
  { prefix: '/images/', value: 'public, max-age=86400, stale-while-revalidate=604800' },
  { prefix: '/favicon.ico', value: 'public, max-age=86400' },
  { prefix: '/site.webmanifest', value: 'public, max-age=86400' },
  { prefix: serviceWorkerPath, value: 'no-cache' },
] as const;

/** A worker goes by the policy that it came with, not by that of a page. */
const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'";

/** Serves the build's files, compressed where the build did that; false for what isn't one of them. */
export function createStaticFiles({ folder, isHttps }: StaticFilesOptions) {
  const headers = Object.entries(securityHeaders({ kind: 'asset', isHttps }));
  const listFiles = () =>
    sirv(folder, {
      brotli: true,
      gzip: true,
      etag: true,
      dotfiles: false,
      setHeaders(response, pathname) {
        const cached = cacheControls.find(({ prefix }) => pathname.startsWith(prefix));
        for (const [name, value] of headers) response.setHeader(name, value);
        response.setHeader('cache-control', cached?.value ?? 'no-cache');
        if (pathname === serviceWorkerPath) {
          response.setHeader('content-security-policy', serviceWorkerPolicy);
        }
        // The one type that sirv doesn't know.
        if (pathname === '/favicon.ico') response.setHeader('content-type', 'image/x-icon');
      },
    });

  let serve: ReturnType<typeof listFiles> | undefined;

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !cacheControls.some(({ prefix }) => request.url?.startsWith(prefix)))
      return false;
    // A range that ends before it begins would throw in sirv and end the process. Ranges may be ignored (RFC 9110, 14.2),
    // and nothing here is long enough to be taken up in its middle.
    delete request.headers.range;
    // A new build may take a file away that was there when this began; an unheard error would end the process.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    let isServed = true;
    // It calls on at once, having written nothing, where there is no such file. Files are listed at the first
    // request: the page that names them is sent before.
    serve ??= listFiles();
    serve(request, response, () => {
      isServed = false;
    });
    return isServed;
  };
}
