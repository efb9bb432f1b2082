import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** What rendering a URL gave; header names in lower case. */
export interface Rendering {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A reply ready to be sent. Header lists are flat (name, value, name, value), as `writeHead` takes them fastest. */
export interface Variant {
  readonly etag: string;
  readonly body: Buffer;
  readonly headers: string[];
  readonly notModifiedHeaders: string[];
}

/** Set here, by Node or for one connection only; whatever rendering says of them is left out. */
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
const cacheControl = 'public, max-age=0, must-revalidate';
const vary = 'Accept-Encoding, Cookie';
/** Below this a Brotli reply saves less than its own overhead in the cache. */
const smallestCompressed = 860;
/** A step below the best: nearly its size for a fraction of its time. */
const brotliQuality = 9;
const compress = promisify(brotliCompress);

/** True for what everybody may be given: a whole reply that was made for nobody in particular. */
export function mayBeKept({ status, headers }: Rendering): boolean {
  return (
    status === 200 &&
    headers['set-cookie'] === undefined &&
    !/\b(no-store|private)\b/i.test(headers['cache-control'] ?? '')
  );
}

/** The headers of a rendering that is answered but not kept; a cookie is never shared out. */
export function passingHeaders({ headers, body }: Rendering): string[] {
  const lasting = Object.entries(headers).filter(
    ([name]) => !ownHeaders.has(name) || name === 'cache-control' || name === 'vary',
  );
  return [...lasting.flat(), 'content-length', String(body.length)];
}

export function identityVariant(rendering: Rendering): Variant {
  const hash = createHash('sha256').update(rendering.body).digest('base64url').slice(0, 27);
  return variant(rendering, `"${hash}"`, rendering.body, []);
}

/** The Brotli form of a rendering; undefined where that would not be worth it. */
export async function brotliVariant(
  rendering: Rendering,
  identity: Variant,
): Promise<Variant | undefined> {
  const body = await compress(rendering.body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: rendering.body.length,
    },
  });
  if (body.length >= rendering.body.length) return undefined;
  const etag = `${identity.etag.slice(0, -1)}-br"`;
  return variant(rendering, etag, body, ['content-encoding', 'br']);
}

/** Whether a Brotli form is worth trying. */
export function isCompressible({ headers, body }: Rendering): boolean {
  const type = headers['content-type'] ?? '';
  return body.length >= smallestCompressed && /^text\/|[/+](json|xml)\b/i.test(type);
}

/** Whether `If-None-Match` names this variant (RFC 9110, 13.1.2: the comparison is the weak one). */
export function isMatch(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === etag);
}

function variant(rendering: Rendering, etag: string, body: Buffer, encoding: string[]): Variant {
  const validators = ['etag', etag, 'vary', vary, 'cache-control', cacheControl];
  const rendered = Object.entries(rendering.headers).filter(([name]) => !ownHeaders.has(name));
  return {
    etag,
    body,
    headers: [
      ...rendered.flat(),
      ...encoding,
      'content-length',
      String(body.length),
      ...validators,
    ],
    notModifiedHeaders: validators,
  };
}
