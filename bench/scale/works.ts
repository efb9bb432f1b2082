import { Agent } from 'node:http';
import pg from 'pg';
import { categories } from '../../src/blog/contract.ts';
import { signUp } from '../../test/site-member.ts';
import { save } from '../faults/nodes.ts';
import { cpuMsOfTree, type ServerProcess } from '../server-process.ts';
import { median } from '../speed/figures.ts';
import {
  type CapturedReply,
  captureReply,
  headerOf,
  type RequestHeaders,
} from '../speed/load/captured-reply.ts';
import { generateLoad } from '../speed/load/generate-load.ts';
import { startPlainServer } from '../speed/load/plain-replies.ts';
import { spelled } from '../speed/rows/search.ts';
import { commentsPerSecond, plainRowsPerSecond, writers } from '../speed/rows/writes.ts';
import type { Layout, LayoutName, Layouts } from './layouts.ts';

/** Results of one round: operations per second, and microseconds of processor time per operation. */
export interface Sample {
  readonly perSecond: number;
  readonly site: number;
  readonly primary: number;
  readonly replica: number;
}

/** One participant of a work; its result in each round is compared with its baseline's. */
export interface Contestant {
  readonly id: string;
  /** A layout, or a baseline. */
  readonly who: LayoutName | 'plain' | 'rows' | 'notices';
  readonly baseline?: Contestant['who'];
  sample(seconds: number): Promise<Sample>;
}

export interface Work {
  readonly contestants: readonly Contestant[];
  /** Size of a reply's body as sent. */
  readonly bytes?: number;
  close(): Promise<void>;
}

/** Posts whose pages are read; they get no comments, so their pages stay cached. */
const readPosts = 64;
export const postCount = writers + readPosts;
/** Number of pages of the plain server in the work whose addresses are never requested twice. */
const plainPages = 100;
/** Pages that a process renders until its code is compiled. */
const warmPages = 120;

async function spending(layout: Layout, run: () => Promise<{ count: number; perSecond: number }>) {
  const before = layout.spent();
  const { count, perSecond } = await run();
  const after = layout.spent();
  const each = (part: keyof typeof after) => ((after[part] - before[part]) * 1_000) / count;
  return { perSecond, site: each('site'), primary: each('primary'), replica: each('replica') };
}

/** Generates load on all nodes of a layout at once. */
async function loadOn(
  origins: readonly string[],
  pathsOf: (index: number) => readonly string[],
  headers: RequestHeaders,
  seconds: number,
) {
  const loads = await Promise.all(
    origins.map((origin, index) => generateLoad(origin, pathsOf(index), headers, seconds)),
  );
  return {
    count: loads.reduce((sum, { requests }) => sum + requests, 0),
    perSecond: loads.reduce((sum, load) => sum + load.requests / load.seconds, 0),
  };
}

async function plainContestant(
  id: string,
  replies: readonly CapturedReply[],
  headers: RequestHeaders,
): Promise<{ readonly contestant: Contestant; readonly server: ServerProcess }> {
  const server = await startPlainServer(replies);
  const paths = replies.map((reply) => reply.path);
  return {
    server,
    contestant: {
      id,
      who: 'plain',
      async sample(seconds) {
        const before = cpuMsOfTree(server.pid);
        const { count, perSecond } = await loadOn([server.origin], () => paths, headers, seconds);
        const site = ((cpuMsOfTree(server.pid) - before) * 1_000) / count;
        return { perSecond, site, primary: 0, replica: 0 };
      },
    },
  };
}

async function captureAll(origin: string, paths: readonly string[], headers: RequestHeaders) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  try {
    const replies = paths.map((each) => captureReply(origin, each, { headers, agent }));
    const failed = (await Promise.all(replies)).find(({ status }) => status >= 400);
    if (failed) throw new Error(`${failed.path} answers ${failed.status}.`);
    return await Promise.all(replies);
  } finally {
    agent.destroy();
  }
}

const gzip = { 'accept-encoding': 'gzip' };
const warmPasses = 6;

/** Makes each worker render these pages, or load them from disk: connections go to workers in turn. */
async function readByAll(origin: string, pages: readonly string[]): Promise<void> {
  // An odd number of pages, so that in the next pass each goes to the other of two workers.
  const paths = pages.length % 2 === 0 ? [...pages, '/'] : pages;
  for (let pass = 0; pass < warmPasses; pass += 1) {
    for (const each of paths) await captureReply(origin, each, { headers: gzip });
  }
}

/** Finished pages from memory. */
export async function keptPages({ all }: Layouts): Promise<Work> {
  const pathsOf = ({ blogIds }: Layout) =>
    blogIds.slice(-readPosts).map((blogId) => `/blog/${blogId}`);
  const [first] = all;
  for (const layout of all) {
    for (const origin of layout.origins) await readByAll(origin, pathsOf(layout));
  }
  const replies = first ? await captureAll(first.origins[0] ?? '', pathsOf(first), gzip) : [];
  const { contestant, server } = await plainContestant('kept', replies, gzip);
  return {
    contestants: [
      contestant,
      ...all.map(
        (layout): Contestant => ({
          id: 'kept',
          who: layout.name,
          baseline: 'plain',
          sample: (seconds) =>
            spending(layout, () => loadOn(layout.origins, () => pathsOf(layout), gzip, seconds)),
        }),
      ),
    ],
    bytes: median(replies.map(({ body }) => body.length)),
    close: () => server.stop(),
  };
}

/** Revalidations of Home with `If-None-Match`, as a CDN sends them. */
export async function revalidations({ all }: Layouts): Promise<Work> {
  const paths = ['/'];
  const contestants: Contestant[] = [];
  const servers: ServerProcess[] = [];
  for (const layout of all) {
    const replies = await captureAll(layout.origins[0] ?? '', paths, gzip);
    const [reply] = replies;
    const headers = { ...gzip, 'if-none-match': (reply && headerOf(reply, 'etag')) ?? '' };
    const asked = await captureAll(layout.origins[0] ?? '', paths, headers);
    if (asked[0]?.status !== 304) throw new Error(`Home is answered with ${asked[0]?.status}.`);
    if (layout.name === 'sqlite') {
      const { contestant, server } = await plainContestant('unchanged', asked, headers);
      contestants.push(contestant);
      servers.push(server);
    }
    contestants.push({
      id: 'unchanged',
      who: layout.name,
      baseline: 'plain',
      sample: (seconds) =>
        spending(layout, () => loadOn(layout.origins, () => paths, headers, seconds)),
    });
  }
  return {
    contestants,
    async close() {
      for (const server of servers) await server.stop();
    },
  };
}

const spellings = 4_096;
/** An address of a list that was never requested before; unique for numbers up to 24,576. */
function newAddress(number: number): string {
  const filter = categories[Math.floor(number / spellings)];
  return `/All-blogs?search=${spelled(number % spellings)}&filter=${filter}`;
}
/** Requests per second of a round; a fixed number, so that none is interrupted at its end. */
const madeInSecond = 150;

/** Pages that must be rendered, with their queries: a search with a new spelling each time. */
export async function madePages({ all }: Layouts): Promise<Work> {
  const [first] = all;
  const some = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => newAddress(from + index));
  const replies = await captureAll(first?.origins[0] ?? '', some(0, plainPages), {});
  const { contestant, server } = await plainContestant('made', replies, {});
  const origins = all.flatMap((layout) => layout.origins);
  // One origin at a time: all at once exceed what a small machine can render in time.
  for (const origin of origins) await captureAll(origin, some(plainPages, warmPages), {});
  return {
    contestants: [
      contestant,
      ...all.map((layout): Contestant => {
        // Counted for each site: none has rendered these addresses.
        let next = plainPages + warmPages;
        return {
          id: 'made',
          who: layout.name,
          baseline: 'plain',
          sample: (seconds) =>
            spending(layout, async () => {
              const count = Math.round((madeInSecond * seconds) / layout.origins.length);
              const began = performance.now();
              await Promise.all(
                layout.origins.map((origin, index) =>
                  captureAll(origin, some(next + index * count, count), {}),
                ),
              );
              const total = count * layout.origins.length;
              next += total;
              return { count: total, perSecond: (total * 1_000) / (performance.now() - began) };
            }),
        };
      }),
    ],
    close: () => server.stop(),
  };
}

const rowsOnly = `insert into alone (text) values ($1)`;
/** Commits as the site does: with a notification to processes with a page cache. */
const withNotice = `with row as (insert into alone (text) values ($1) returning id)
  select pg_notify('rows', id::text) from row`;

/**
 * Rows per second that PostgreSQL alone commits, one row per transaction, on as many connections as there are writers.
 */
async function rowsPerSecond(clients: readonly pg.Client[], text: string, seconds: number) {
  let count = 0;
  const began = performance.now();
  const end = began + seconds * 1_000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        await client.query({ name: text.slice(0, 20), text, values: ['as long as a comment is'] });
        count += 1;
      }
    }),
  );
  return (count * 1_000) / (performance.now() - began);
}

/** Durable comments of 32 concurrent people, through all nodes of a layout. */
export async function comments({ all, emptyUrl, folder }: Layouts): Promise<Work> {
  const agent = new Agent({ keepAlive: true, maxSockets: writers });
  const clients = Array.from({ length: writers }, () => new pg.Client(emptyUrl));
  for (const client of clients) await client.connect();
  await clients[0]?.query('create table alone (id bigserial primary key, text text)');
  const beside = (who: Contestant['who'], run: (seconds: number) => Promise<number>) => ({
    id: 'comments',
    who,
    async sample(seconds: number) {
      const none = { site: Number.NaN, primary: Number.NaN, replica: Number.NaN };
      return { perSecond: await run(seconds), ...none };
    },
  });
  return {
    contestants: [
      beside('plain', (seconds) => plainRowsPerSecond(folder, seconds)),
      beside('rows', (seconds) => rowsPerSecond(clients, rowsOnly, seconds)),
      beside('notices', (seconds) => rowsPerSecond(clients, withNotice, seconds)),
      ...all.map(
        (layout): Contestant => ({
          id: 'comments',
          who: layout.name,
          baseline: layout.name === 'sqlite' ? 'plain' : 'notices',
          sample: (seconds) =>
            spending(layout, async () => {
              const perSecond = await commentsPerSecond(
                { ...layout, agent, mayBeRefused: true },
                seconds,
              );
              return { count: Math.max(1, perSecond * seconds), perSecond };
            }),
        }),
      ),
    ],
    async close() {
      agent.destroy();
      for (const client of clients) await client.end();
    },
  };
}

/** How long another node served the old page after the reply to an edit. */
export interface Freshness {
  readonly edits: number;
  readonly medianMs: number;
  readonly mostMs: number;
  /** Stale reads by the editor, right after the reply. */
  readonly ownStale: number;
}

export async function freshness({ nodes }: Layouts, edits: number): Promise<Freshness> {
  const [one = '', other = ''] = nodes.origins;
  const { cookie } = await signUp(one);
  const { id } = await save(one, cookie, 'POST', '/api/addBlog', 'Looms');
  const address = `/api/blog/${id}`;
  const has = async (origin: string, title: string, headers: RequestHeaders = {}) =>
    (await (await fetch(origin + address, { headers })).text()).includes(title);
  const waits: number[] = [];
  let ownStale = 0;
  for (let edit = 0; edit < edits; edit += 1) {
    const [from, to] = edit % 2 === 0 ? [one, other] : [other, one];
    // Caches the page on that node.
    await has(to, '');
    const title = `Looms, told for the ${edit}th time`;
    const { written } = await save(from, cookie, 'PUT', address, title);
    const began = performance.now();
    if (edit % 4 < 2) {
      if (!(await has(to, title, { cookie: written }))) ownStale += 1;
      continue;
    }
    while (!(await has(to, title))) {
      if (performance.now() - began > 10_000) throw new Error('An edit never came to a node.');
    }
    waits.push(performance.now() - began);
  }
  return { edits, medianMs: median(waits), mostMs: Math.max(...waits), ownStale };
}
