import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { createTestDatabase, enginesOfRun, testEngine } from '../../src/storage/testing.ts';
import { inMatrix } from '../matrix.ts';
import { startSite } from '../running-site.ts';
import { ownHeaders, signUp } from '../site-member.ts';

/** `SEQUENCES=1000 npm test -- fresh-reads` tries more. */
const sequences = Number(process.env.SEQUENCES ?? inMatrix({ usual: 20, whole: 60 }));

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Defaults to true for writes; reads send the session cookie only with this. */
  readonly asMember?: boolean;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The server assigns connections to its processes in turn, so two consecutive connections reach different ones. */
async function openConnections(url: string, cookie: string) {
  const open = () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    return async ({ method, path, body, asMember = method !== 'GET' }: Asked): Promise<Answer> => {
      const headers = ownHeaders(url, asMember ? cookie : undefined);
      const asking = request(new URL(path, url), { agent, method, headers });
      asking.end(body && JSON.stringify(body));
      const [reply] = await once(asking, 'response');
      const text: string = (await reply.setEncoding('utf8').toArray()).join('');
      if (reply.statusCode >= 300 && method !== 'GET')
        throw new Error(`${method} ${path}: ${reply.statusCode} ${text}`);
      return { status: reply.statusCode, text };
    };
  };
  const [one, other] = [open(), open()];
  await one({ method: 'GET', path: '/readyz' });
  await other({ method: 'GET', path: '/readyz' });
  return [one, other] as const;
}

const anyOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

const textOf = (title: string) => ({
  title,
  imageUrl: '/images/categories/technology.webp',
  category: 'Technology',
  shortDescription: 'What they weave.',
  longDescription: 'Patterns.',
});

for (const engine of enginesOfRun) {
  const startOnBoth = async () => {
    const { options } = await createTestDatabase(engine);
    const { dataDir, databaseUrl = '' } = options;
    const database = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const site = await startSite({ ...database, WORKERS: '2', DEMO: 'off' });
    onTestFinished(() => site.stop());
    const { cookie } = await signUp(site.url);
    const connections = await openConnections(site.url, cookie);
    const publish = async (title: string): Promise<string> => {
      const [first] = connections;
      const made = await first({ method: 'POST', path: '/api/addBlog', body: textOf(title) });
      return JSON.parse(made.text)._id;
    };
    return { connections, publish };
  };

  testEngine(
    engine,
    `a write through one process is visible through the other at once, in ${sequences} random orders`,
    { timeout: 60_000 + sequences * 500 },
    async () => {
      const { connections, publish } = await startOnBoth();
      const id = await publish('Looms');
      const pages = ['/', '/All-blogs', '/api/latestBlogs', '/api/allBlogs', `/api/blog/${id}`];

      const stale: string[] = [];
      for (let number = 0; number < sequences; number += 1) {
        const title = `Looms, told for the ${number}th time`;
        const [write, read] = Math.random() < 0.5 ? connections : connections.toReversed();
        const asked = { method: 'GET', path: anyOf(pages), asMember: Math.random() < 0.5 };
        // Caches the page in both processes.
        for (const ask of connections) await ask(asked);
        await write?.({ method: 'PUT', path: `/api/blog/${id}`, body: textOf(title) });
        if (!(await read?.(asked))?.text.includes(title)) stale.push(`${number} ${asked.path}`);
      }
      expect(stale).toEqual([]);
    },
  );

  testEngine(
    engine,
    `a blog that is taken back through one process is gone through the other at once, in ${sequences} random orders`,
    { timeout: 60_000 + sequences * 1_000 },
    async () => {
      const { connections, publish } = await startOnBoth();

      const stale: string[] = [];
      for (let number = 0; number < sequences; number += 1) {
        const id = await publish(`Looms, the ${number}th`);
        const [write, read] = Math.random() < 0.5 ? connections : connections.toReversed();
        const asked = { method: 'GET', path: `/blog/${id}`, asMember: Math.random() < 0.5 };
        for (const ask of connections) await ask(asked);
        await write?.({ method: 'POST', path: `/api/blog/${id}/draft`, body: {} });
        const after = await read?.(asked);
        if (after?.status !== 404) stale.push(`${number} ${after?.status} ${asked.asMember}`);
      }
      expect(stale).toEqual([]);
    },
  );
}
