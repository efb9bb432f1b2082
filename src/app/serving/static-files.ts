import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { securityHeaders } from '../../platform/http/security-headers.ts';

interface StaticFilesOptions {
  /** Folder of the browser build. */
  readonly folder: string;
  readonly isHttps: boolean;
}

/**
 * Revalidated at each request: a new service worker, or one that removes itself, reaches every browser within a day.
 */
const serviceWorkerPath = '/sw.js';

const picturesPath = '/images/';

/** Build files have a content hash in their names; pictures don't, and may change. */
const cacheControls = [
  { prefix: '/assets/', value: 'public, max-age=31536000, immutable' },
  { prefix: picturesPath, value: 'public, max-age=86400, stale-while-revalidate=604800' },
  { prefix: '/favicon.ico', value: 'public, max-age=86400' },
  { prefix: '/site.webmanifest', value: 'public, max-age=86400' },
  { prefix: serviceWorkerPath, value: 'no-cache' },
] as const;

/** A service worker uses the policy of its own reply, not that of a page. */
const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'";

/** Serves the build's files, precompressed where available; false where there is no such file. */
export function createStaticFiles({ folder, isHttps }: StaticFilesOptions) {
  const ofFiles = Object.entries(securityHeaders({ kind: 'asset', isHttps }));
  const ofPictures = Object.entries(securityHeaders({ kind: 'picture', isHttps }));
  const listFiles = () =>
    sirv(folder, {
      brotli: true,
      gzip: true,
      etag: true,
      dotfiles: false,
      setHeaders(response, pathname) {
        const cached = cacheControls.find(({ prefix }) => pathname.startsWith(prefix));
        const headers = pathname.startsWith(picturesPath) ? ofPictures : ofFiles;
        for (const [name, value] of headers) response.setHeader(name, value);
        response.setHeader('cache-control', cached?.value ?? 'no-cache');
        if (pathname === serviceWorkerPath) {
          response.setHeader('content-security-policy', serviceWorkerPolicy);
        }
        // sirv doesn't know this type.
        if (pathname === '/favicon.ico') response.setHeader('content-type', 'image/x-icon');
      },
    });

  let serve: ReturnType<typeof listFiles> | undefined;

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !cacheControls.some(({ prefix }) => request.url?.startsWith(prefix)))
      return false;
    // A range that ends before it begins would throw in sirv and end the process. Ranges may be ignored (RFC 9110,
    // 14.2), and no file here is large enough to resume.
    delete request.headers.range;
    // A new build may delete a file while it is read; an unhandled error would end the process.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    let isServed = true;
    // sirv calls `next` synchronously for a missing file. The files are listed at the first request: the page that
    // refers to them was sent before.
    serve ??= listFiles();
    serve(request, response, () => {
      isServed = false;
    });
    return isServed;
  };
}
