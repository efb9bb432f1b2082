import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib';
import type { Coding } from './accept-encoding.ts';
import type { CacheEntry } from './bounded-memory.ts';
import type { Floor } from './disk/page-store.ts';
import { compact, threadBytes, windowBitsFor } from './gzip-pieces.ts';
import { flattened, type Head, headOf, headOnceOf } from './head.ts';
import type { PageKey } from './page-key.ts';
import type { TemplateForm } from './slots/stored-template.ts';
import type { Template } from './slots/template.ts';
import type { TemplateMarkup } from './slots/template-markup.ts';

/** A rendered reply; header names in lower case. */
export interface Rendering {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Replaces the body of a page with slots. */
  readonly template?: TemplateMarkup | undefined;
}

/** A reply in one content coding, ready to be sent. */
export interface Variant {
  readonly etag: string;
  readonly body: Buffer;
  readonly head: Head;
  /** Undefined if it is made when it is sent. */
  readonly notModified: Head | undefined;
  /** Time of the reply's last change if it is known; milliseconds since 1970. */
  readonly modifiedAt: number | undefined;
}

/** A cached reply that is the same for all visitors, in each content coding. */
export interface Page extends CacheEntry {
  readonly rendering: Rendering;
  /** The beginning of the entity tags of all variants: the reply's own tag if it has one, and a hash of the body. */
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** The changes that the rendering had seen. */
  readonly floor: Floor | undefined;
  readonly identity: Variant;
  readonly gzip: Variant | undefined;
  brotli: Variant | undefined;
  isBrotliTried: boolean;
  /** Requests answered with it. */
  hits: number;
  /** The smallest codings that clients accepted. */
  readonly askedFor: Record<Coding, boolean>;
}

/** A cached page with slots, shared by all members. */
export interface MembersPage extends CacheEntry {
  readonly rendering: Rendering;
  readonly template: Template;
  /** Head of every reply, without length, entity tag and coding. */
  readonly head: Head;
  readonly notModified: Head;
  /** The page's canonical URL. */
  readonly url: string;
  /** Requests answered with it. */
  hits: number;
  /** The forms that replies needed. */
  readonly askedFor: Record<TemplateForm, boolean>;
}

/** Headers that are set here, by Node, or per connection: the rendering's own are dropped. */
const ownHeaders: ReadonlySet<string> = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'vary',
]);
const publicCaching = 'public, max-age=0, must-revalidate';
/** A page with a member's data must be stored by no cache. */
const memberCaching = 'private, no-store';
const vary = 'Accept-Encoding, Cookie';
/** Below this size a compressed reply saves less than its own overhead in the cache. */
const smallestCompressed = 860;
/**
 * Below the maximum of 11: nearly its size in a fraction of its time. Two more would save 0.2 % of the bytes, for twice the
 * time and 16 MiB instead of 4 in each thread that compresses.
 */
const brotliQuality = 7;
/** Estimated memory of an entry besides its bodies: key, headers, objects. */
const overheadBytes = 2_048;
const hashCharacters = 27;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip) as (bytes: Buffer, options: object) => Promise<Buffer>;

/** True for a complete reply without cookies whose own `cache-control` doesn't forbid storing it. */
export function isCacheable({ status, headers }: Rendering): boolean {
  return (
    status === 200 &&
    headers['set-cookie'] === undefined &&
    !/\b(no-store|private)\b/i.test(headers['cache-control'] ?? '')
  );
}

/** Headers of a rendering that is sent without being cached; `set-cookie` is never sent from here. */
export function uncachedHeaders({ headers, body }: Rendering): string[] {
  const lasting = Object.entries(headers).filter(
    ([name]) => !ownHeaders.has(name) || name === 'cache-control' || name === 'vary',
  );
  return [...lasting.flat(), 'content-length', String(body.length)];
}

/** The cache entry for a rendering with slots. `goodUntil` in milliseconds since 1970; `name` is its key in memory. */
export function membersPageOf(
  { url, memberTags = [] }: PageKey,
  rendering: Rendering,
  template: Template,
  goodUntil: number,
  name = url,
): MembersPage {
  const caching = ['vary', vary, 'cache-control', memberCaching];
  return {
    key: name,
    url,
    tags: memberTags,
    goodUntil,
    rendering: { ...rendering, template: undefined },
    template,
    head: headOf(rendering.status, [...lastingHeaders(rendering), ...caching]),
    notModified: headOf(304, caching),
    bytes: template.bytes,
    hits: 0,
    askedFor: { gzip: false, identity: false },
  };
}

/** Headers of a rendering that all its variants share. */
export function lastingHeaders({ headers }: Rendering): string[] {
  return Object.entries(headers)
    .filter(([name]) => !ownHeaders.has(name))
    .flat();
}

/** Converts a flat header list to an object. */
export function headersFrom(flat: readonly string[]): Readonly<Record<string, string>> {
  const pairs = Array.from({ length: flat.length / 2 }, (_, index) =>
    flat.slice(2 * index, 2 * index + 2),
  );
  return Object.fromEntries(pairs);
}

/** The body as gzip with maximum compression. */
function packedBody(body: Buffer): Buffer | Promise<Buffer> {
  const options = { level: constants.Z_BEST_COMPRESSION };
  return body.length < threadBytes ? gzipSync(body, options) : compressGzip(body, options);
}

/**
 * A reply's own entity tag says which state it shows, and is what `If-Match` is compared with. It doesn't cover all of
 * the body (an author's new name changes no blog), so the hash follows it.
 */
function digestOf({ headers, body }: Rendering): string {
  const bodyHash = hash('sha256', body, 'base64url').slice(0, hashCharacters);
  const [, own] = /^"(.+)"$/.exec(headers.etag ?? '') ?? [];
  return own ? `${own}~${bodyHash}` : bodyHash;
}

/** Creates the cache entry for a rendering, plain and as gzip. `goodUntil` in milliseconds since 1970. */
export async function createPage(
  key: PageKey,
  rendering: Rendering,
  { goodUntil, madeAt, floor }: Pick<Page, 'goodUntil' | 'madeAt' | 'floor'>,
): Promise<Page> {
  const { body } = rendering;
  const digest = digestOf(rendering);
  const packed = isCompressible(rendering) ? compact(await packedBody(body)) : undefined;
  const about = { key: key.url, tags: key.tags, goodUntil, madeAt, floor, digest };
  return pageOf(about, rendering, packed);
}

/** The cache entry for a rendering and its gzip form; `packed` is undefined if compression isn't worthwhile. */
export function pageOf(
  about: Pick<Page, 'key' | 'tags' | 'goodUntil' | 'madeAt' | 'floor' | 'digest'>,
  rendering: Rendering,
  packed: Buffer | undefined,
): Page {
  const { body } = rendering;
  const { digest, key } = about;
  const lasting = lastingHeaders(rendering);
  return {
    ...about,
    rendering,
    identity: variantOf(lasting, digest, 'identity', body),
    gzip: packed && variantOf(lasting, digest, 'gzip', packed),
    brotli: undefined,
    isBrotliTried: false,
    hits: 0,
    askedFor: { br: false, gzip: false, identity: false },
    bytes: body.length + (packed?.length ?? 0) + key.length + overheadBytes,
  };
}

/** The Brotli form of a page; undefined if compression isn't worthwhile. */
export async function brotliVariant({ rendering, digest }: Page): Promise<Variant | undefined> {
  if (!isCompressible(rendering)) return undefined;
  const packed = await compressBrotli(rendering.body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      // The default window takes ten times as long because of the memory that it touches.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(
        windowBitsFor(rendering.body.length),
        constants.BROTLI_MAX_WINDOW_BITS,
      ),
      [constants.BROTLI_PARAM_SIZE_HINT]: rendering.body.length,
    },
  });
  return variantOf(lastingHeaders(rendering), digest, 'br', compact(packed));
}

/** Whether compression is worthwhile. */
function isCompressible({ headers, body }: Rendering): boolean {
  const type = headers['content-type'] ?? '';
  return body.length >= smallestCompressed && /^text\/|[/+](json|xml)\b/i.test(type);
}

/** Whether `If-None-Match` names this variant, by weak comparison (RFC 9110, 13.1.2). */
export function isMatch(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === etag);
}

/**
 * Whether the client's copy is current by `If-Modified-Since` (RFC 9110, 13.1.3), which has a resolution of one second.
 */
export function isUnmodified(ifModifiedSince: string, modifiedAt: number): boolean {
  return Date.parse(ifModifiedSince) >= modifiedAt;
}

const endings: Readonly<Record<Coding, string>> = { br: '-br', gzip: '-gz', identity: '' };

export function etagOf(digest: string, coding: Coding): string {
  return `"${digest}${endings[coding]}"`;
}

const validatorsOf = (etag: string) => ['etag', etag, 'vary', vary, 'cache-control', publicCaching];

/** Head of a 304 for this entity tag. */
export function notModifiedHead(etag: string): Head {
  return headOf(304, validatorsOf(etag));
}

/** A variant of a reply in one coding, with the shared headers `lasting`, to be sent often. */
export function variantOf(...of: Parameters<typeof variantOnceOf>): Variant {
  const once = variantOnceOf(...of);
  return { ...once, head: flattened(once.head), notModified: notModifiedHead(once.etag) };
}

/** The same to be sent once, made in half the time. */
export function variantOnceOf(
  lasting: readonly string[],
  digest: string,
  coding: Coding,
  body: Buffer,
): Variant {
  const etag = etagOf(digest, coding);
  const encoding = coding === 'identity' ? [] : ['content-encoding', coding];
  const length = ['content-length', String(body.length)];
  return {
    etag,
    body,
    head: headOnceOf(200, [...lasting, ...encoding, ...length, ...validatorsOf(etag)]),
    notModified: undefined,
    modifiedAt: modifiedAtOf(lasting),
  };
}

/** The form of a page in a coding; undefined if there is none, or none yet. */
export function formIn(page: Page, coding: Coding): Variant | undefined {
  return coding === 'br' ? page.brotli : page[coding];
}

function modifiedAtOf(lasting: readonly string[]): number | undefined {
  const index = lasting.indexOf('last-modified');
  return index < 0 ? undefined : Date.parse(lasting[index + 1] ?? '');
}

/** Memory of a single variant, in bytes. */
export function bytesOfForm(key: string, body: Buffer): number {
  return body.length + key.length + overheadBytes;
}
