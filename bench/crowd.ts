/**
 * `npm run bench:crowd -- [--idle 10000] [--busy 64] [--requests 1000000]`: the site with that many idle and that many
 * busy connections, until that many requests are answered. Exits with 1 if one failed.
 */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { buildSite } from '../scripts/build-site.ts';
import { whileWatching } from '../test/fuzz/site/watch-healthz.ts';
import { signUp } from '../test/site-member.ts';
import { endOnSignals } from '../test/undone-at-exit.ts';
import { startSite } from './start-site.ts';

/** Concurrency of opening the idle connections. */
const gatherAtOnce = 200;
/** Timeout of a connection or a reply; after it the request has failed. */
const patienceMs = 30_000;

interface Reply {
  readonly status: number;
  readonly body: string;
}

function ask(origin: string, agent: Agent, url: string, cookie?: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { agent, timeout: patienceMs, headers: cookie ? { cookie } : {} };
    const sent = get(`${origin}${url}`, options, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        // Only the beginning is ever shown.
        body ||= text;
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
  });
}

const question = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
/** Each connection sends a request once in this time; servers close connections that are idle for longer. */
const idleMs = 30_000;
const stepMs = 100;

/** Sends a request on each connection in time, a few at once. Returns the function that ends it. */
function keepUp(sockets: readonly Socket[]): () => void {
  const perStep = Math.ceil((sockets.length * stepMs) / idleMs);
  let next = 0;
  const timer = setInterval(() => {
    for (let count = 0; count < perStep; count += 1) {
      sockets[next]?.write(question);
      next = (next + 1) % Math.max(1, sockets.length);
    }
  }, stepMs);
  return () => clearInterval(timer);
}

/** Opens connections, with one request on each, that stay idle otherwise. */
async function gather(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  async function open(): Promise<void> {
    while (sockets.length < count) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      const signal = AbortSignal.timeout(patienceMs);
      await once(socket, 'connect', { signal });
      socket.write(question);
      await once(socket, 'data', { signal });
      socket.resume();
    }
  }
  await Promise.all(Array.from({ length: gatherAtOnce }, open));
  return sockets;
}

interface Failures {
  total: number;
  first: string;
}

async function busy(
  origin: string,
  count: number,
  requests: number,
  urls: readonly (readonly [url: string, cookie?: string])[],
): Promise<Failures> {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const failures: Failures = { total: 0, first: '' };
  let left = requests;
  async function go(): Promise<void> {
    while (left > 0) {
      const [url = '/', cookie] = urls[left % urls.length] ?? [];
      left -= 1;
      const failure = await ask(origin, agent, url, cookie).then(
        ({ status, body }) => (status === 200 ? '' : `${url}: ${status} ${body.slice(0, 200)}`),
        (error: unknown) => `${url}: ${String(error)}`,
      );
      if (failure === '') continue;
      failures.total += 1;
      failures.first ||= failure;
    }
  }
  await Promise.all(Array.from({ length: count }, go));
  agent.destroy();
  return failures;
}

/** One in this many requests is a member's: their pages cost more, and every real load has some. */
const strangersPerMember = 50;

function mix(cookie: string): readonly (readonly [url: string, cookie?: string])[] {
  const strangers = ['/', '/All-blogs', '/All-blogs?filter=Travel', '/api/latestBlogs', '/healthz'];
  return [
    ...Array.from(
      { length: strangersPerMember - 1 },
      (_, index) => [strangers[index % strangers.length] ?? '/'] as const,
    ),
    ['/getWishlist', cookie] as const,
  ];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      idle: { type: 'string', default: '10000' },
      busy: { type: 'string', default: '64' },
      requests: { type: 'string', default: '1000000' },
    },
  });
  const [idle, busyCount, requests] = [values.idle, values.busy, values.requests].map(Number);
  const site = await startSite({ LIMITS: '0' });
  try {
    const { cookie } = await signUp(site.origin);
    const alone = site.residentMiB();
    const crowd = await gather(site.port, idle ?? 0);
    console.log(
      `${crowd.length} idle connections: ${alone.toFixed(0)} MiB → ${site.residentMiB().toFixed(0)} MiB`,
    );
    const endIdling = keepUp(crowd);
    const start = performance.now();
    const [failures, waits] = await whileWatching(site.port, () =>
      busy(site.origin, busyCount ?? 0, requests ?? 0, mix(cookie)),
    );
    const seconds = (performance.now() - start) / 1_000;
    endIdling();
    const open = crowd.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
    console.log(
      `${requests} requests over ${busyCount} connections in ${seconds.toFixed(0)} s, ${failures.total} failed` +
        `${failures.first && ` (the first: ${failures.first})`}; ` +
        `longest wait of a stranger ${waits.longestMs.toFixed(0)} ms; ` +
        `${site.residentMiB().toFixed(0)} MiB; ${open} idle connections still open`,
    );
    for (const socket of crowd) socket.destroy();
    return failures.total + waits.failed + (crowd.length - open) === 0 ? 0 : 1;
  } finally {
    await site.stop();
  }
}

endOnSignals();
if (!buildSite()) process.exit(1);
process.exitCode = await main();
