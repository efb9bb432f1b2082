/**
 * Comments that stand on the disk before they are acknowledged, by writers who each send the next one when the last is
 * answered: through the API, on SQLite or PostgreSQL, with limits and quotas switched off.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Engine } from '../src/storage/storage.ts';
import { ownHeaders, signUp } from '../test/site-member.ts';
import { createPostgres } from './faults/postgres.ts';
import { type BenchSite, startSite } from './start-site.ts';

export interface CommentsOptions {
  readonly engine: Engine;
  readonly writers: number;
  readonly seconds: number;
  /** What starts the site, for one that isn't this one. */
  readonly command?: readonly string[];
}

export interface CommentsMeasured {
  readonly acknowledged: number;
  readonly seconds: number;
  /** Processor time that the site took, in microseconds for each comment. */
  readonly cpuPerComment: number;
}

/** Before anything counts: hot paths are compiled by then. */
const warmUpSeconds = 2;

let said = 0;

/** The bytes of one request, about each of the blogs in turn; no two say the same. */
function requestOf(origin: string, cookie: string, blogIds: readonly string[]): string {
  said += 1;
  const blogId = blogIds[said % blogIds.length];
  const body = JSON.stringify({ blogId, comment: `What I think of this, for the ${said}th time.` });
  const headers = { ...ownHeaders(origin, cookie), host: new URL(origin).host };
  const lines = Object.entries({ ...headers, 'content-length': body.length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `POST /api/addcomment HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Whether `text` is a whole reply. Throws where it is anything but an acknowledgement. */
function isAcknowledgement(text: string): boolean {
  const [head = '', body] = text.split('\r\n\r\n', 2);
  if (body === undefined) return false;
  if (!head.startsWith('HTTP/1.1 201 ')) throw new Error(`A comment was answered: ${text}`);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return Buffer.byteLength(body) === Number(length);
}

/** Writes one comment after the other until the time is over; resolves to how many were acknowledged. */
async function write(site: BenchSite, cookie: string, blogIds: readonly string[], until: number) {
  const socket = connect({ port: site.port, host: '127.0.0.1', noDelay: true });
  socket.setEncoding('utf8');
  let acknowledged = 0;
  let reply = '';
  const send = () => socket.write(requestOf(site.origin, cookie, blogIds));
  socket.on('connect', send);
  socket.on('data', (text) => {
    reply += text;
    try {
      if (!isAcknowledgement(reply)) return;
    } catch (error) {
      socket.destroy(error as Error);
      return;
    }
    reply = '';
    acknowledged += 1;
    if (performance.now() < until) send();
    else socket.end();
  });
  await once(socket, 'close');
  return acknowledged;
}

async function blogsOf(site: BenchSite): Promise<readonly string[]> {
  const reply = await fetch(`${site.origin}/api/latestBlogs`);
  return ((await reply.json()) as { _id: string }[]).map(({ _id }) => _id);
}

async function measureSite(
  site: BenchSite,
  { writers, seconds }: CommentsOptions,
): Promise<CommentsMeasured> {
  const blogIds = await blogsOf(site);
  const cookies: string[] = [];
  for (let index = 0; index < writers; index += 1) {
    cookies.push((await signUp(site.origin)).cookie);
  }
  const writeFor = async (length: number) => {
    const until = performance.now() + length * 1_000;
    const counts = await Promise.all(cookies.map((cookie) => write(site, cookie, blogIds, until)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  await writeFor(warmUpSeconds);
  const startedAt = performance.now();
  const cpuBefore = site.cpuMs();
  const acknowledged = await writeFor(seconds);
  return {
    acknowledged,
    seconds: (performance.now() - startedAt) / 1_000,
    cpuPerComment: ((site.cpuMs() - cpuBefore) * 1_000) / acknowledged,
  };
}

/** Starts a site, and its database, and measures it. Rejects where any comment isn't acknowledged. */
export async function measureComments(options: CommentsOptions): Promise<CommentsMeasured> {
  const postgres = options.engine === 'postgres' ? await createPostgres() : undefined;
  try {
    const settings = { LIMITS: '0', ...(postgres && { DATABASE_URL: postgres.url }) };
    const site = await startSite(settings, options.command);
    try {
      return await measureSite(site, options);
    } finally {
      await site.stop();
    }
  } finally {
    await postgres?.remove();
  }
}
