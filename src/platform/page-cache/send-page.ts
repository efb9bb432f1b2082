import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiated, prefersProblemJson } from '../http/problem-json.ts';
import { type Coding, codings, codingsFor } from './accept-encoding.ts';
import {
  etagOf,
  formIn,
  isMatch,
  isUnmodified,
  type MembersPage,
  notModifiedHead,
  type Page,
  type Rendering,
  uncachedHeaders,
  type Variant,
} from './cached-page.ts';
import { gzipParts, plainParts } from './gzip-pieces.ts';
import { sendHead } from './head.ts';
import type { MemberData } from './slots/member-data.ts';
import type { TemplateForm } from './slots/stored-template.ts';
import { fill } from './slots/template.ts';

function smallestForm(page: Page, accepted: readonly Coding[]): Variant {
  for (const coding of accepted) {
    const form = formIn(page, coding);
    if (form) return form;
  }
  return page.identity;
}

/** Codings that the client accepts, the smallest first. */
export function codingsOf({ headers }: IncomingMessage): readonly Coding[] {
  return codingsFor(headers['accept-encoding']);
}

/** Sends a cached page, or 304 if the client has it in any coding. */
export function sendPage(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const accepted = codingsOf(request);
  const [best = 'identity'] = accepted;
  page.askedFor[best] = true;
  sendForm(smallestForm(page, accepted), page.digest, request, response);
}

/** Sends one variant of a page, or 304 if the client has it in any coding; all entity tags begin with `digest`. */
export function sendForm(
  form: Variant,
  digest: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined) {
    const etags = [form.etag, ...codings.map((coding) => etagOf(digest, coding))];
    const held = etags.find((etag) => isMatch(ifNoneMatch, etag));
    if (held !== undefined) {
      const own = held === form.etag ? form.notModified : undefined;
      sendHead(response, own ?? notModifiedHead(held));
      response.end();
      return;
    }
  }
  const since = request.headers['if-modified-since'];
  // `If-None-Match` takes precedence over `If-Modified-Since`.
  const isDated = ifNoneMatch === undefined && since !== undefined;
  if (isDated && form.modifiedAt !== undefined && isUnmodified(since, form.modifiedAt)) {
    sendHead(response, form.notModified ?? notModifiedHead(form.etag));
    response.end();
    return;
  }
  sendHead(response, form.head);
  response.end(request.method === 'HEAD' ? undefined : form.body);
}

/** Sends a rendering that isn't cached, such as a 404. */
export function sendRendering(
  rendering: Rendering,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const asked = asAsked(rendering, request);
  response.writeHead(asked.status, uncachedHeaders(asked));
  response.end(request.method === 'HEAD' ? undefined : asked.body);
}

/** Negotiates the format of a shared error reply when it is sent: JSON or problem+json. */
function asAsked(rendering: Rendering, { headers: { accept } }: IncomingMessage): Rendering {
  const { status, headers, body } = rendering;
  const isRefusal = status >= 400 && headers['content-type']?.includes('json');
  if (!isRefusal || !prefersProblemJson(accept)) return rendering;
  const reply = negotiated(accept, status, JSON.parse(body.toString()));
  return { status, headers: { ...headers, ...reply.headers }, body: Buffer.from(reply.text) };
}

/** The form of a template that the reply to a request needs. */
export function templateFormOf(request: IncomingMessage): TemplateForm {
  return codingsOf(request).includes('gzip') ? 'gzip' : 'identity';
}

/**
 * Fills in a page for a member and sends it, or 304 if the client's copy is current: the entity tag covers the page and
 * all of the member's data in it.
 */
export function sendFilled(
  { rendering, template, head, notModified, askedFor }: MembersPage,
  data: readonly MemberData[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const gzip = templateFormOf(request) === 'gzip';
  askedFor[gzip ? 'gzip' : 'identity'] = true;
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
  // One write to the socket, without copying the bytes that all members share.
  response.cork();
  if (request.method !== 'HEAD') for (const part of parts) response.write(part);
  response.end();
  response.uncork();
}
