import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { z } from 'zod';
import { noQuery } from '../../../src/platform/contract/page-query.ts';
import { openPageStore } from '../../../src/platform/page-cache/disk/open-page-store.ts';
import { createPageCache } from '../../../src/platform/page-cache/page-cache.ts';
import type { RemakingClock } from '../../../src/platform/page-cache/remaking.ts';
import type { Storage } from '../../../src/storage/storage.ts';

export interface PagesOptions {
  readonly storage: Storage;
  /** The folder of the store. */
  readonly folder: string;
  readonly fingerprint?: string;
  readonly maxBytes?: number;
  /** Memory for pages; by default each comes from disk or is rendered. */
  readonly memoryBytes?: number;
  readonly remakingClock?: RemakingClock;
  /** Bytes to leave free on the disk; none by default. */
  readonly freeRoom?: () => number;
  /** Bytes of additional text on each page. */
  readonly padding?: number;
  /** Called after a commit, before the cache is notified of it. */
  readonly onCommit?: () => void;
}

/** The shortest page that is still compressed. */
const usualPadding = 2_000;
const mebibyte = 1_024 ** 2;

/** A page that repeats these texts, so that every part of it shows whose it is. */
export function pageWith(texts: readonly string[], padding = usualPadding): string {
  const all = texts.join(', ');
  return `<p>${all}</p>${`${all}.`.repeat(Math.ceil(padding / (all.length + 1)))}`;
}

async function read({ reader }: Storage, id: string): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('leases')
    .select('holder')
    .where('key', 'in', [id, 'all'])
    .orderBy('key')
    .execute();
  return rows.map(({ holder }) => holder);
}

/** Writes the text of a page; the text of `all` is on every page. */
export function write(storage: Storage, id: string, text: string): Promise<void> {
  return storage.write(
    async ({ db, touch }) => {
      const row = { key: id, holder: text, expires_at: 0 };
      await db
        .insertInto('leases')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ holder: text }))
        .execute();
      touch(id === 'all' ? '*' : `page:${id}`);
    },
    { lockKeys: [id] },
  );
}

/**
 * A server of pages `/page/ID` that show rows of the database. `/timed/ID` is valid for an hour, `/list` has a query.
 * `POST /page/ID?TEXT` writes the text.
 */
export async function startPages(options: PagesOptions) {
  const { storage, folder, fingerprint = 'a'.repeat(16), maxBytes = 16 * mebibyte } = options;
  const { padding = usualPadding, onCommit = () => {}, freeRoom = () => 0 } = options;
  const { memoryBytes = 1, remakingClock } = options;
  const troubles: unknown[] = [];
  const store = openPageStore({
    folder,
    fingerprint,
    maxBytes,
    history: storage,
    freeRoomOf: freeRoom,
    onStoreError: (error) => troubles.push(error),
  });
  const tags = ({ id = '' }: Readonly<Record<string, string>>) => [`page:${id}`, 'pages'];
  const cache = createPageCache({
    addresses: [
      { path: '/page/:id', query: noQuery, tags },
      { path: '/timed/:id', query: noQuery, tags, goodFor: 3_600_000 },
      { path: '/list', query: z.object({ cursor: z.string().optional() }), tags },
    ],
    canonicalPath: () => undefined,
    members: {
      tokenOf: () => undefined,
      find: async () => null,
      callerFor: () => {
        throw new Error('Nobody calls here.');
      },
    },
    maxBytes: memoryBytes,
    disk: store,
    ...(remakingClock && { remakingClock }),
    async render({ params }) {
      const texts = await read(storage, params.id ?? '');
      const headers = { 'content-type': 'text/html; charset=utf-8', 'x-kept': 'yes' };
      return { status: 200, headers, body: Buffer.from(pageWith(texts, padding)) };
    },
    callRequestOf: ({ headers }) => ({ headers, ip: '', log: pino({ level: 'silent' }) }),
    checkForChanges: storage.checkForChanges,
    onError: (error) => troubles.push(error),
  });
  const stops = [storage.onChange(onCommit), storage.onChange(cache.invalidate)];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const [path = '', text = ''] = (request.url ?? '').split('?');
    if (request.method === 'POST') {
      const id = path.split('/')[2] ?? '';
      write(storage, id, decodeURIComponent(text)).then(
        () => response.end(),
        () => response.writeHead(500).end(),
      );
    } else if (path === '/settled') {
      store.settle().then(() => response.end(JSON.stringify(cache.stats())));
    } else if (!cache.serve(request, response)) {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  await store.settle();
  return {
    store,
    cache,
    troubles,
    url,
    port,
    /** The text of a page, and whether it was rendered. */
    async read(path: string, encoding = 'identity') {
      const before = cache.stats().renders;
      const reply = await fetch(`${url}${path}`, { headers: { 'accept-encoding': encoding } });
      const text = await reply.text();
      const isMade = cache.stats().renders > before;
      return { text: /<p>(.*)<\/p>/.exec(text)?.[1], whole: text, isMade, headers: reply.headers };
    },
    async close() {
      for (const stop of stops) stop();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await store.close();
    },
  };
}

export type Pages = Awaited<ReturnType<typeof startPages>>;
