import { get } from 'node:http';

/** A reply as it came over the wire, without what Node adds by itself. */
export interface CapturedReply {
  readonly path: string;
  /** Whether it is what a member gets. */
  readonly isOwn: boolean;
  readonly status: number;
  /** Name, value, name, value. */
  readonly headers: readonly string[];
  readonly bodyBase64: string;
}

/** What browsers say on https; the replies measured are the ones that visitors get. */
export const acceptEncoding = 'gzip, deflate, br, zstd';

const addedByNode: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);

/** `cookie` asks as a member. */
export function captureReply(
  origin: string,
  path: string,
  cookie?: string,
): Promise<CapturedReply> {
  const { promise, resolve, reject } = Promise.withResolvers<CapturedReply>();
  get(
    `${origin}${path}`,
    { agent: false, headers: { 'accept-encoding': acceptEncoding, ...(cookie && { cookie }) } },
    async (response) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const headers: string[] = [];
        for (let i = 0; i < response.rawHeaders.length; i += 2) {
          const [name = '', value = ''] = response.rawHeaders.slice(i, i + 2);
          if (!addedByNode.has(name.toLowerCase())) headers.push(name, value);
        }
        const bodyBase64 = Buffer.concat(chunks).toString('base64');
        const isOwn = cookie !== undefined;
        resolve({ path, isOwn, status: response.statusCode ?? 0, headers, bodyBase64 });
      } catch (error) {
        reject(error);
      }
    },
  ).on('error', reject);
  return promise;
}
