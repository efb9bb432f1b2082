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
}

/** Connections are handed to the processes in turn: of two that are opened one after the other each leads to its own. */
async function openConnections(url: string, cookie: string) {
  const open = () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    return async ({ method, path, body }: Asked): Promise<string> => {
      // Whoever reads is signed out: those are the pages that are kept.
      const headers = ownHeaders(url, method === 'GET' ? undefined : cookie);
      const asking = request(new URL(path, url), { agent, method, headers });
      asking.end(body && JSON.stringify(body));
      const [reply] = await once(asking, 'response');
      const text: string = (await reply.setEncoding('utf8').toArray()).join('');
      if (reply.statusCode >= 300)
        throw new Error(`${method} ${path}: ${reply.statusCode} ${text}`);
      return text;
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
  testEngine(
    engine,
    `what was written through one process is read through the other at once, in ${sequences} random orders`,
    { timeout: 60_000 + sequences * 500 },
    async () => {
      const { options } = await createTestDatabase(engine);
      const { dataDir, databaseUrl = '' } = options;
      const database = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
      const site = await startSite({ ...database, WORKERS: '2', DEMO: 'off' });
      onTestFinished(() => site.stop());
      const { cookie } = await signUp(site.url);
      const connections = await openConnections(site.url, cookie);
      const [first] = connections;
      const made = await first({ method: 'POST', path: '/api/addBlog', body: textOf('Looms') });
      const id: string = JSON.parse(made)._id;
      const pages = ['/', '/All-blogs', '/api/latestBlogs', '/api/allBlogs', `/api/blog/${id}`];

      const stale: string[] = [];
      for (let number = 0; number < sequences; number += 1) {
        const title = `Looms, told for the ${number}th time`;
        const [write, read] = Math.random() < 0.5 ? connections : connections.toReversed();
        const path = anyOf(pages);
        // It is kept now, by either.
        for (const ask of connections) await ask({ method: 'GET', path });
        await write?.({ method: 'PUT', path: `/api/blog/${id}`, body: textOf(title) });
        if (!(await read?.({ method: 'GET', path }))?.includes(title))
          stale.push(`${number} ${path}`);
      }
      expect(stale).toEqual([]);
    },
  );
}
