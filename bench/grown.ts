/**
 * `npm run bench:grown -- [--posts 5000] [--disk 1024]`: whether a site with many posts is as fast as one with few. Each
 * post in turn, and as often as a Zipf distribution says, for strangers, for members and over the API, against a plain
 * server that sends the same; the first read of each after a restart; memory. `--disk` is PAGES_ON_DISK.
 */
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../test/free-port.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { endOnSignals } from '../test/undone-at-exit.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { leaveServerCore, onServerCore } from './speed/cores.ts';
import {
  type CapturedReply,
  captureReply,
  type RequestHeaders,
} from './speed/load/captured-reply.ts';
import { generateLoad } from './speed/load/generate-load.ts';
import { startPlainServer } from './speed/load/plain-replies.ts';
import { fillWithPosts } from './speed/posts.ts';
import { siteCommand, siteSettings } from './start-site.ts';

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '5000' },
    disk: { type: 'string', default: '1024' },
    rounds: { type: 'string', default: '5' },
  },
});
const postCount = Number(values.posts);
/** More replies than these a plain server can't be given as one text. */
const comparedMax = 5_000;
const zipfDraws = 10_000;
const secondsOfLoad = 5;
/** As long as pages wait to be written. */
const writingMs = 3_000;

/** The same sequence in each run: xorshift. */
let seed = 2_463_534_242;
function random(): number {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) / 2 ** 32;
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** The item with number n is drawn in proportion to 1 / n. */
function zipf<T>(items: readonly T[]): readonly T[] {
  let sum = 0;
  const sums = items.map((_, index) => (sum += 1 / (index + 1)));
  return Array.from({ length: zipfDraws }, () => {
    const drawn = random() * sum;
    const index = sums.findIndex((each) => each >= drawn);
    return items[index] as T;
  });
}

async function captureAll(origin: string, paths: readonly string[], headers: RequestHeaders) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const replies: CapturedReply[] = [];
  const ms: number[] = [];
  for (const each of paths) {
    const began = performance.now();
    const reply = await captureReply(origin, each, { headers, agent });
    ms.push(performance.now() - began);
    if (reply.status !== 200) throw new Error(`${each} answers ${reply.status}.`);
    replies.push(reply);
  }
  agent.destroy();
  return { replies, ms: ms.sort((one, other) => one - other) };
}

/** Microseconds of processor time for a request, and requests in a second. */
async function load(server: ServerProcess, paths: readonly string[], headers: RequestHeaders) {
  const before = server.cpuMs();
  const { requests, seconds } = await generateLoad(server.origin, paths, headers, secondsOfLoad);
  return { cpu: ((server.cpuMs() - before) * 1_000) / requests, perSecond: requests / seconds };
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;

async function compare(
  title: string,
  site: ServerProcess,
  paths: readonly string[],
  headers: RequestHeaders,
  orders: Readonly<Record<string, readonly string[]>>,
) {
  const { replies } = await captureAll(site.origin, paths, headers);
  const plain = await startPlainServer(replies);
  const bytes = replies.reduce((sum, { body }) => sum + body.length, 0) / replies.length;
  for (const [order, asked] of Object.entries(orders)) {
    const ours: Awaited<ReturnType<typeof load>>[] = [];
    const theirs: typeof ours = [];
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const pair = [await load(plain, asked, headers), await load(site, asked, headers)] as const;
      // The first one warms both up.
      if (round === 0) continue;
      theirs.push(pair[0]);
      ours.push(pair[1]);
    }
    const share = median(ours.map(({ cpu }, index) => (theirs[index]?.cpu ?? Number.NaN) / cpu));
    const [own, other] = [ours, theirs].map((all) => median(all.map(({ perSecond }) => perSecond)));
    console.log(
      `${title}, ${order}: ${share.toFixed(2)} of a plain server (${own?.toFixed(0)} and ${other?.toFixed(0)} a second, ${(bytes / 1_000).toFixed(1)} kB, ${site.residentMiB().toFixed(0)} MiB)`,
    );
  }
  await plain.stop();
}

async function main(): Promise<void> {
  const folder = temporaryFolder('bench-grown');
  const port = await freePort();
  const settings = {
    ...siteSettings(port, path.join(folder.path, 'data')),
    DEMO: 'off',
    LIMITS: '0',
    PAGES_ON_DISK: values.disk,
  };
  const command = onServerCore(await siteCommand());
  let site = await startServer(command, port, settings);
  try {
    const { blogIds, cookie } = await fillWithPosts(site.origin, postCount);
    const ids = shuffled(blogIds);
    const pages = ids.map((id) => `/blog/${id}`);
    const calls = ids.map((id) => `/api/blog/${id}`);
    const member = { cookie };
    console.log(`${blogIds.length} posts, PAGES_ON_DISK=${values.disk}`);
    for (const [paths, headers] of [
      [pages, {}],
      [calls, {}],
      [pages, member],
    ] as const) {
      await captureAll(site.origin, paths, headers);
      await wait(writingMs);
    }
    await site.stop();
    site = await startServer(command, port, settings);
    const { ms } = await captureAll(site.origin, pages, {});
    const at = (share: number) => ms[Math.floor(ms.length * share)]?.toFixed(2);
    console.log(
      `first read after a restart: median ${at(0.5)}, p99 ${at(0.99)}, most ${ms.at(-1)?.toFixed(2)} ms`,
    );
    for (const [title, paths, headers] of [
      ['Strangers', pages, {}],
      ['GET /api/blog/{id}', calls, {}],
      ['Members', pages, member],
    ] as const) {
      const compared = paths.slice(0, comparedMax);
      const orders = { 'each in turn': compared, Zipf: zipf(compared) };
      await compare(title, site, compared, headers, orders);
    }
    console.log(`most memory: ${site.peakMiB().toFixed(0)} MiB`);
  } finally {
    await site.stop();
    folder.remove();
  }
}

endOnSignals();
leaveServerCore();
await main();
