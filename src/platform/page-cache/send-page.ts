import type { IncomingMessage, ServerResponse } from 'node:http';
import { codingsFor } from './accept-encoding.ts';
import {
  isMatch,
  type MembersPage,
  type Page,
  type Rendering,
  uncachedHeaders,
  type Variant,
} from './cached-page.ts';
import { gzipParts, plainParts } from './gzip-pieces.ts';
import { sendHead } from './head.ts';
import type { MemberData } from './slots/member-data.ts';
import { fill } from './slots/template.ts';

function chosenForm(page: Page, request: IncomingMessage): Variant {
  const { brotli, gzip } = codingsFor(request.headers['accept-encoding']);
  return (brotli && page.brotli) || (gzip && page.gzip) || page.identity;
}

/** Whether the client would take a page in Brotli. */
export function takesBrotli(request: IncomingMessage): boolean {
  return codingsFor(request.headers['accept-encoding']).brotli;
}

/** Sends a cached page, or 304 to a client that has it in any form. */
export function sendPage(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const chosen = chosenForm(page, request);
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined) {
    const forms = [chosen, page.identity, page.gzip, page.brotli];
    const held = forms.find((form) => form && isMatch(ifNoneMatch, form.etag));
    if (held) {
      sendHead(response, held.notModified);
      response.end();
      return;
    }
  }
  sendHead(response, chosen.head);
  response.end(request.method === 'HEAD' ? undefined : chosen.body);
}

/** Sends a rendering that isn't kept, such as a 404. */
export function sendRendering(
  rendering: Rendering,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(rendering.status, uncachedHeaders(rendering));
  response.end(request.method === 'HEAD' ? undefined : rendering.body);
}

/**
 * Fills a page in for a member and sends it, or 304 to a client that has it as it is now: its entity tag covers the page
 * and all of the member's data in it.
 */
export function sendFilled(
  { rendering, template, head, notModified }: MembersPage,
  data: readonly MemberData[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { gzip } = codingsFor(request.headers['accept-encoding']);
  let digest = template.digest;
  for (const own of data) digest += own.digest;
  const etag = gzip ? `"${digest}-gz"` : `"${digest}"`;
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && rendering.status === 200 && isMatch(ifNoneMatch, etag)) {
    sendHead(response, notModified, ['etag', etag]);
    response.end();
    return;
  }
  const pieces = fill(template, data);
  const parts = gzip ? gzipParts(pieces) : plainParts(pieces);
  let length = 0;
  for (const part of parts) length += part.length;
  const form = ['etag', etag, 'content-length', String(length)];
  sendHead(response, head, gzip ? [...form, 'content-encoding', 'gzip'] : form);
  // In one write to the socket, and without a copy of what all members share.
  response.cork();
  if (request.method !== 'HEAD') for (const part of parts) response.write(part);
  response.end();
  response.uncork();
}
