import { get } from 'node:http';

/** A reply as it came over the wire, without what Node adds by itself. */
export interface CapturedReply {
  readonly path: string;
  readonly status: number;
  /** Name, value, name, value. */
  readonly headers: readonly string[];
  readonly bodyBase64: string;
}

/** What browsers say on https; the replies measured are the ones that visitors get. */
export const acceptEncoding = 'gzip, deflate, br, zstd';

const addedByNode: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);

export function captureReply(origin: string, path: string): Promise<CapturedReply> {
  const { promise, resolve, reject } = Promise.withResolvers<CapturedReply>();
  get(
    `${origin}${path}`,
    { agent: false, headers: { 'accept-encoding': acceptEncoding } },
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
        resolve({ path, status: response.statusCode ?? 0, headers, bodyBase64 });
      } catch (error) {
        reject(error);
      }
    },
  ).on('error', reject);
  return promise;
}
