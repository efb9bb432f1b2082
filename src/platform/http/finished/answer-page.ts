import type { IncomingMessage, ServerResponse } from 'node:http';
import { prefersBrotli } from './accept-encoding.ts';
import type { Page } from './bounded-pages.ts';
import { isMatch, passingHeaders, type Rendering } from './finished-page.ts';

/** Whether the client would rather have the page in Brotli. */
export function wantsBrotli(request: IncomingMessage): boolean {
  const acceptEncoding = request.headers['accept-encoding'];
  return acceptEncoding !== undefined && prefersBrotli(acceptEncoding);
}

/** Sends a kept page, or 304 to whoever holds it already in either form. */
export function answerPage(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const chosen = page.brotli && wantsBrotli(request) ? page.brotli : page.identity;
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined) {
    const held = [chosen, page.identity].find(({ etag }) => isMatch(ifNoneMatch, etag));
    if (held) {
      response.writeHead(304, held.notModifiedHeaders);
      response.end();
      return;
    }
  }
  response.writeHead(200, chosen.headers);
  response.end(request.method === 'HEAD' ? undefined : chosen.body);
}

/** Sends a rendering that isn't kept, such as a 404. */
export function answerRendering(
  rendering: Rendering,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(rendering.status, passingHeaders(rendering));
  response.end(request.method === 'HEAD' ? undefined : rendering.body);
}
