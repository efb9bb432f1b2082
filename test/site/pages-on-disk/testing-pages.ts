import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { z } from 'zod';
import { noQuery } from '../../../src/platform/contract/page-query.ts';
import { openPageStore } from '../../../src/platform/page-cache/disk/open-page-store.ts';
import { createPageCache } from '../../../src/platform/page-cache/page-cache.ts';
import type { RemakingClock } from '../../../src/platform/page-cache/remaking.ts';
import {
  type TemplateMarkup,
  viewerName,
} from '../../../src/platform/page-cache/slots/template-markup.ts';
import { reader, readerOf } from '../../../src/platform/web/personal/personal.ts';
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

const nameOf = reader('testing-pages-name', (viewer: unknown) => (viewer as { name: string }).name);
const nonce = 'a1b2';
const slotOf = (id: number) => `\uE000${nonce}:${id}\uE001`;
const greet = (names: readonly string[]) => `<i>${names.join('</i><i>')}</i>`;

/** The page of one member, with the same end on all pages. */
export function memberPageWith(texts: readonly string[], name: string, padding?: number): string {
  return pageWith(texts, padding) + greet([name, name, name]);
}

/** The same for all members. */
function templateWith(texts: readonly string[], padding?: number): TemplateMarkup {
  const slot = { kind: 'text', source: 0, read: nameOf, about: undefined } as const;
  return {
    nonce,
    html: pageWith(texts, padding) + greet([0, 1, 2].map(slotOf)),
    slots: [slot, slot, slot],
    sources: [{ name: viewerName }],
  };
}

/** A page that repeats these texts, so that every part of it shows whose it is. */
export function pageWith(texts: readonly string[], padding = usualPadding): string {
  const all = texts.join(', ');
  return `<p>${all}</p>${`${all}.`.repeat(Math.ceil(padding / (all.length + 1)))}`;
}

const memberIn = (cookie = '') => /^member=(\w+)$/.exec(cookie)?.[1];

async function read({ reader: db }: Storage, id: string): Promise<readonly string[]> {
  const rows = await db
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
      { path: '/page/:id', query: noQuery, tags, memberTags: () => [] },
      { path: '/timed/:id', query: noQuery, tags, goodFor: 3_600_000 },
      { path: '/list', query: z.object({ cursor: z.string().optional() }), tags },
    ],
    canonicalPath: () => undefined,
    members: {
      tokenOf: memberIn,
      find: async ({ headers }) => ({
        viewer: { name: memberIn(headers.cookie) },
        tags: [],
        goodUntil: Infinity,
      }),
      callerFor: () => {
        throw new Error('Nobody calls here.');
      },
    },
    maxBytes: memoryBytes,
    disk: store,
    ...(remakingClock && { remakingClock }),
    async render({ params }, audience) {
      const texts = await read(storage, params.id ?? '');
      const headers = { 'content-type': 'text/html; charset=utf-8', 'x-kept': 'yes' };
      const body = Buffer.from(audience === 'members' ? '' : pageWith(texts, padding));
      const template = audience === 'members' ? templateWith(texts, padding) : undefined;
      return { status: 200, headers, body, template };
    },
    bindingOf: async () => ({ sources: [{ name: viewerName }], readerOf }),
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
    async read(path: string, encoding = 'identity', cookie = '') {
      const before = cache.stats().renders;
      const headers = { 'accept-encoding': encoding, cookie };
      const reply = await fetch(`${url}${path}`, { headers });
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
