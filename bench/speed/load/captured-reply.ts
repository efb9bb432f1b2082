import { type Agent, get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Headers of a request: a cookie, the accepted encodings. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** A reply as received. */
export interface CapturedReply {
  readonly path: string;
  readonly status: number;
  /** Name, value, name, value, in the order received. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Headers that Node adds to every reply. */
const addedByNode: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);

/** Requests a path and keeps the reply. Rejects if the connection fails. */
export function captureReply(
  origin: string,
  path: string,
  { headers = {}, agent }: { readonly headers?: RequestHeaders; readonly agent?: Agent } = {},
): Promise<CapturedReply> {
  const { promise, resolve, reject } = Promise.withResolvers<CapturedReply>();
  get(`${origin}${path}`, { agent: agent ?? false, headers }, async (response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const { statusCode: status = 0, rawHeaders } = response;
      resolve({ path, status, headers: rawHeaders, body: Buffer.concat(chunks) });
    } catch (error) {
      reject(error);
    }
  }).on('error', reject);
  return promise;
}

function linesOf({ headers }: CapturedReply): readonly (readonly [name: string, value: string])[] {
  return Array.from({ length: headers.length / 2 }, (_, index) => {
    const [name = '', value = ''] = headers.slice(2 * index, 2 * index + 2);
    return [name, value] as const;
  });
}

/** Name, value, name, value of the headers that a server on Node must set itself. */
export function ownHeadersOf(reply: CapturedReply): readonly string[] {
  return linesOf(reply)
    .filter(([name]) => !addedByNode.has(name.toLowerCase()))
    .flat();
}

/** The first value of a header; undefined if it is absent. */
export function headerOf(reply: CapturedReply, wanted: string): string | undefined {
  return linesOf(reply).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

const unpack: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

/** The body as text, with each timestamp (milliseconds since 1970) replaced by a constant. */
function timelessBody(reply: CapturedReply): string {
  const decode = unpack[headerOf(reply, 'content-encoding') ?? ''];
  const body = decode ? decode(reply.body) : reply.body;
  return body.toString('latin1').replace(/\b1\d{12}\b/g, '1'.repeat(13));
}

/** Headers whose values depend on the time, or on a body that contains a timestamp. */
const ofTheMoment: ReadonlySet<string> = new Set(['date', 'etag', 'content-length']);

function timelessHeaders(reply: CapturedReply): readonly string[] {
  const lines = linesOf(reply).map(([name, value]) =>
    ofTheMoment.has(name.toLowerCase()) ? name : `${name}: ${value}`,
  );
  return lines.sort();
}

/** The difference between two replies, apart from timestamps and the order of headers; undefined if there is none. */
export function difference(one: CapturedReply, other: CapturedReply): string | undefined {
  if (one.status !== other.status) return `status ${one.status} and ${other.status}`;
  const [lines, others] = [timelessHeaders(one), timelessHeaders(other)];
  const apart = [
    ...lines.filter((line) => !others.includes(line)),
    ...others.filter((line) => !lines.includes(line)),
  ];
  if (apart.length > 0) return `headers ${apart.join(' | ')}`;
  return timelessBody(one) === timelessBody(other) ? undefined : 'bodies';
}
