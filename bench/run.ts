/**
 * `npm run bench -- [--rounds 12] [--seconds 1] [command …]`: the site's finished pages against a plain Node `http`
 * server that answers the same bytes and headers, in turns, on this machine only. The command starts the site; it
 * gets PORT and a DATA_DIR of its own.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildSite } from '../scripts/build-site.ts';
import { freePort } from '../test/free-port.ts';
import { signUp } from '../test/site-member.ts';
import { endOnSignals } from '../test/undone-at-exit.ts';
import { type CapturedReply, captureReply } from './captured-reply.ts';
import { generateLoad, loadProgram } from './generate-load.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { startSite } from './start-site.ts';

interface Target {
  readonly name: string;
  /** Asked for by somebody who is signed in: rendered anew each time. */
  readonly isOwn?: boolean;
  readonly paths: readonly string[];
}

interface Times {
  readonly rounds: number;
  readonly seconds: number;
  /** A member's session. */
  readonly cookie: string;
}

interface Sample {
  /** Microseconds of processor time. */
  readonly cpuPerRequest: number;
  readonly requestsPerSecond: number;
}

const targets: readonly Target[] = [
  { name: 'Home', paths: ['/'] },
  {
    name: 'All Blogs, a mix',
    paths: [
      '/All-blogs',
      '/All-blogs?filter=Technology',
      '/All-blogs?filter=Health',
      '/All-blogs?filter=Education',
      '/All-blogs?filter=Lifestyle',
      '/All-blogs?filter=Travel',
      '/All-blogs?filter=Other',
      '/All-blogs?search=the',
    ],
  },
  {
    name: 'The three lists',
    paths: ['/api/latestBlogs', '/api/featuredBlogs', '/api/allBlogs'],
  },
  { name: 'Home, signed in', isOwn: true, paths: ['/'] },
  { name: 'All Blogs, signed in', isOwn: true, paths: ['/All-blogs?search=the'] },
];

/** Share of a plain server's speed that the site is meant to reach. */
const goal = 0.75;

async function measure(
  server: ServerProcess,
  { paths, isOwn }: Target,
  { seconds, cookie }: Times,
): Promise<Sample> {
  const before = server.cpuMs();
  const load = await generateLoad(server.origin, paths, seconds, isOwn ? cookie : undefined);
  return {
    cpuPerRequest: ((server.cpuMs() - before) * 1_000) / load.requests,
    requestsPerSecond: load.requests / load.seconds,
  };
}

/** Asks until the compressed form is ready, so that both servers send the same. */
async function captureFinished(
  origin: string,
  url: string,
  cookie: string | undefined,
): Promise<CapturedReply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await captureReply(origin, url, cookie);
    if (reply.status !== 200) throw new Error(`${url} answers ${reply.status}.`);
    const isCompressed = reply.headers.some(
      (header) => header.toLowerCase() === 'content-encoding',
    );
    if (isCompressed || cookie !== undefined || attempt === 20) return reply;
    await wait(50);
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Half the distance between the extremes, in percent of the median. */
function spread(values: readonly number[]): string {
  const half = (Math.max(...values) - Math.min(...values)) / 2;
  return `±${((half / median(values)) * 100).toFixed(0)} %`;
}

function row(
  target: Target,
  site: readonly Sample[],
  plain: readonly Sample[],
): Record<string, string> {
  const cpu = (samples: readonly Sample[]) => samples.map((sample) => sample.cpuPerRequest);
  const rate = (samples: readonly Sample[]) => samples.map((sample) => sample.requestsPerSecond);
  const cpuRatio = median(cpu(plain)) / median(cpu(site));
  return {
    target: target.name,
    'site µs/request': `${median(cpu(site)).toFixed(1)} ${spread(cpu(site))}`,
    'plain µs/request': `${median(cpu(plain)).toFixed(1)} ${spread(cpu(plain))}`,
    'CPU ratio': `${cpuRatio.toFixed(2)}${cpuRatio < goal ? ` (below ${goal})` : ''}`,
    'site requests/s': `${median(rate(site)).toFixed(0)} ${spread(rate(site))}`,
    'plain requests/s': `${median(rate(plain)).toFixed(0)} ${spread(rate(plain))}`,
    'rate ratio': (median(rate(site)) / median(rate(plain))).toFixed(2),
  };
}

async function compare(
  target: Target,
  site: ServerProcess,
  plain: ServerProcess,
  times: Times,
): Promise<Record<string, string>> {
  const samples = { site: [] as Sample[], plain: [] as Sample[] };
  // A B, B A, A B …: what warms up or slows down over time meets both alike.
  for (let round = 0; round < times.rounds; round++) {
    for (const name of round % 2 === 0
      ? (['site', 'plain'] as const)
      : (['plain', 'site'] as const)) {
      samples[name].push(await measure(name === 'site' ? site : plain, target, times));
    }
  }
  return row(target, samples.site, samples.plain);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '12' },
      seconds: { type: 'string', default: '1' },
    },
  });
  const command = positionals.length > 0 ? positionals : undefined;
  const running: ServerProcess[] = [];
  try {
    const site = await startSite({ LIMITS: '0' }, command);
    running.push(site);
    const { cookie } = await signUp(site.origin);
    const times = { rounds: Number(values.rounds), seconds: Number(values.seconds), cookie };
    const replies: CapturedReply[] = [];
    for (const { paths, isOwn } of targets) {
      for (const url of paths) {
        replies.push(await captureFinished(site.origin, url, isOwn ? cookie : undefined));
      }
    }
    const file = path.join(path.dirname(site.dataDir), 'replies.json');
    writeFileSync(file, JSON.stringify(replies));
    const plainPort = await freePort();
    const plainServer = path.join(import.meta.dirname, 'plain-server.ts');
    const plain = await startServer(
      [process.execPath, plainServer, file, String(plainPort)],
      plainPort,
      {},
    );
    running.push(plain);

    console.log(`${times.rounds} rounds of ${times.seconds} s each, load by ${loadProgram}.`);
    // Both compile their hot paths before anything counts.
    for (const server of running)
      await generateLoad(
        server.origin,
        replies.filter(({ isOwn }) => !isOwn).map((reply) => reply.path),
        1,
      );
    const rows: Record<string, string>[] = [];
    for (const target of targets) rows.push(await compare(target, site, plain, times));
    console.table(rows);
  } finally {
    for (const server of running) await server.stop();
  }
}

endOnSignals();
if (!buildSite()) process.exit(1);
await main();
