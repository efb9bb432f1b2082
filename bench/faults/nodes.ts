import { startReplicatedPostgres } from '../../src/storage/postgres/testing-replica.ts';
import { freePort } from '../../test/free-port.ts';
import { ownHeaders, signUp } from '../../test/site-member.ts';
import type { Fault } from './faults.ts';
import { createLedger } from './ledger.ts';
import { createPostgres } from './postgres.ts';
import { createSite } from './site.ts';

const text = (title: string) => ({
  title,
  imageUrl: '/images/categories/technology.webp',
  category: 'Technology',
  shortDescription: 'What they weave.',
  longDescription: 'Patterns.',
});

interface Node {
  readonly url: string;
  stop(): Promise<void>;
}

async function startNode(variables: Readonly<Record<string, string>>): Promise<Node> {
  const port = await freePort();
  const site = createSite({ port, variables });
  const lastWords = await site.start();
  if (lastWords !== undefined) throw new Error(`The site did not start: ${lastWords}`);
  return { url: `http://localhost:${port}`, stop: () => site.stop() };
}

/** Publishes or edits a blog; resolves to its id and the cookies that the reply set. */
export async function save(
  url: string,
  cookie: string,
  method: string,
  path: string,
  title: string,
) {
  const headers = ownHeaders(url, cookie);
  const reply = await fetch(url + path, { method, headers, body: JSON.stringify(text(title)) });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status}`);
  const { _id: id } = (await reply.json()) as { readonly _id: string };
  const kept = reply.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  return { id, written: kept.join('; ') };
}

/** Each round edits through one of two nodes, and reads through the other right after. */
export const nodesFault: Fault = {
  name: 'read through another node right after an edit',
  rounds: 4_000,
  engines: ['postgres'],
  async run({ rounds }) {
    const ledger = createLedger();
    const postgres = await createPostgres();
    const nodes: Node[] = [];
    try {
      for (const _ of [1, 2]) nodes.push(await startNode({ DATABASE_URL: postgres.url }));
      const urls = nodes.map(({ url }) => url);
      const [first = ''] = urls;
      const { cookie } = await signUp(first);
      const { id } = await save(first, cookie, 'POST', '/api/addBlog', 'Looms');
      const pages = ['/', '/All-blogs', '/api/latestBlogs', `/api/blog/${id}`];
      for (let round = 0; round < rounds; round += 1) {
        const path = pages[round % pages.length] ?? '';
        const [one = '', other = ''] = Math.random() < 0.5 ? urls : urls.toReversed();
        await (await fetch(other + path)).text();
        const title = `Looms, told for the ${round}th time`;
        const { written } = await save(one, cookie, 'PUT', `/api/blog/${id}`, title);
        ledger.counts.acknowledged += 1;
        const read = await (await fetch(other + path, { headers: { cookie: written } })).text();
        if (!read.includes(title)) ledger.wrongs.push(`old: ${path}`);
      }
    } finally {
      for (const node of nodes) await node.stop();
      await postgres.remove();
    }
    return ledger;
  },
};

/** Limit for a page, even if the replica it is read from is lost. */
const repliedWithinMs = 2_000;
const readsPerRound = 50;

/** Each round stops or pauses the replica while pages are read, and brings it back. */
export const replicaFault: Fault = {
  name: 'replica stopped or paused, and back',
  rounds: 10,
  engines: ['postgres'],
  async run({ rounds }) {
    const ledger = createLedger();
    const { primary, standby, remove } = await startReplicatedPostgres();
    const node = await startNode({
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: standby.url,
    });
    const stateIs = async (state: string) => {
      const deadline = performance.now() + 30_000;
      while (performance.now() < deadline) {
        const reply = await fetch(`${node.url}/readyz`);
        const body = (await reply.json()) as { readonly replica?: { readonly state: string } };
        if (reply.status !== 200) ledger.wrongs.push(`/readyz: ${reply.status}`);
        if (body.replica?.state === state) return;
      }
      ledger.wrongs.push(`the replica was never ${state}`);
    };
    const read = async (number: number) => {
      const asked = performance.now();
      // A search that was never made before, so it isn't cached.
      const reply = await fetch(`${node.url}/api/allBlogs?search=word${number}`);
      await reply.arrayBuffer();
      const took = performance.now() - asked;
      if (reply.status !== 200) ledger.wrongs.push(`${reply.status} after ${took.toFixed()} ms`);
      else if (took > repliedWithinMs) ledger.wrongs.push(`took ${took.toFixed()} ms`);
      else ledger.counts.acknowledged += 1;
    };
    try {
      for (let round = 0; round < rounds; round += 1) {
        await stateIs('current');
        const isPaused = round % 2 === 0;
        if (isPaused) standby.pause(true);
        else await standby.stop();
        const numbers = Array.from({ length: readsPerRound }, (_, index) => index);
        await Promise.all(numbers.map((index) => read(round * readsPerRound + index)));
        await stateIs('unreachable');
        if (isPaused) standby.pause(false);
        else await standby.start();
      }
      await stateIs('current');
    } finally {
      await node.stop();
      await remove();
    }
    return ledger;
  },
};
