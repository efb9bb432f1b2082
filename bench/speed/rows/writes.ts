import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { ownHeaders, signUp } from '../../../test/site-member.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import type { Measurement } from '../contest.ts';
import { onServerCore } from '../cores.ts';
import type { Line } from '../figures.ts';
import type { Content } from '../places.ts';

export const writers = 32;

/** Posts a comment; rejects unless it is acknowledged. */
function comment(origin: string, agent: Agent, cookie: string, blogId: string): Promise<void> {
  const body = JSON.stringify({ blogId, comment: randomUUID() });
  const headers = {
    ...ownHeaders(origin, cookie),
    'content-length': Buffer.byteLength(body),
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  request(`${origin}/api/addcomment`, { agent, method: 'POST', headers }, (response) => {
    response.resume().once('end', () => {
      if (response.statusCode === 201) resolve();
      else reject(new Error(`A comment is answered with ${response.statusCode}.`));
    });
  })
    .on('error', reject)
    .end(body);
  return promise;
}

/** The commenters: each person always uses the same node, and comments on a blog of their own. */
interface Commenting {
  readonly origins: readonly string[];
  readonly blogIds: readonly string[];
  readonly cookies: readonly string[];
  readonly agent: Agent;
  /** Allows refusals, which aren't counted: an overloaded machine may refuse some. */
  readonly mayBeRefused?: boolean;
}

/** Acknowledged comments per second; each person waits for the last reply before the next comment. */
export async function commentsPerSecond(
  { origins, blogIds, cookies, agent, mayBeRefused = false }: Commenting,
  seconds: number,
): Promise<number> {
  let acknowledged = 0;
  const began = performance.now();
  const end = began + seconds * 1_000;
  async function write(cookie: string, index: number): Promise<void> {
    const blogId = blogIds[index] ?? '';
    const origin = origins[index % origins.length] ?? '';
    while (performance.now() < end) {
      try {
        await comment(origin, agent, cookie, blogId);
        acknowledged += 1;
      } catch (error) {
        if (!mayBeRefused) throw error;
      }
    }
  }
  await Promise.all(cookies.map(write));
  return (acknowledged * 1_000) / (performance.now() - began);
}

/** Rows per second that `node:sqlite` alone writes durably, one per transaction, on the same disk and core. */
export async function plainRowsPerSecond(place: string, seconds: number): Promise<number> {
  const folder = temporaryFolder('rows', place);
  const program = path.join(import.meta.dirname, '../load/plain-sqlite.mjs');
  const [file = '', ...parameters] = onServerCore([
    process.execPath,
    program,
    path.join(folder.path, 'rows.sqlite'),
    String(seconds),
  ]);
  try {
    return Number((await promisify(execFile)(file, parameters)).stdout);
  } finally {
    folder.remove();
  }
}

/** Durable comments of 32 concurrent people. */
export function writesMeasurement(line: Line, content: Content): Measurement {
  return {
    lines: [line],
    async prepare({ editions, seconds, folder, site }) {
      const agent = new Agent({ keepAlive: true, maxSockets: writers });
      const contestants = [];
      for (const edition of editions) {
        // A separate site: thousands of comments on its pages would distort the other measurements.
        const { origin, blogIds } = await site(edition, content, 'writes');
        const cookies: string[] = [];
        for (let index = 0; index < writers; index += 1) {
          cookies.push((await signUp(origin)).cookie);
        }
        contestants.push(
          {
            edition,
            sample: async () => ({
              [line.id]: await commentsPerSecond(
                { origins: [origin], blogIds, cookies, agent },
                seconds,
              ),
            }),
          },
          {
            edition,
            isBaseline: true,
            sample: async () => ({ [line.id]: await plainRowsPerSecond(folder, seconds) }),
          },
        );
      }
      for (const { sample } of contestants) await sample();
      return {
        contestants,
        async close() {
          agent.destroy();
        },
      };
    },
  };
}
