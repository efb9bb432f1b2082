import { createServer } from 'node:http';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { noQuery } from '../../contract/page-query.ts';
import { ask, listen } from '../../http/testing.ts';
import { reader } from '../../web/personal/personal.ts';
import { createPageCache, type PageCacheOptions } from '../page-cache.ts';
import type { TemplateMarkup } from './template-markup.ts';

const nonce = 'a1b2';
const nameOf = reader('name', (viewer: unknown) => (viewer as { name: string }).name);

/** A page that greets its viewer and says what they wished for. */
const template: TemplateMarkup = {
  nonce,
  html: `Hello \uE000${nonce}:0\uE001: "\uE000${nonce}:1\uE001"`,
  slots: [
    { kind: 'text', source: 0, read: nameOf, about: undefined },
    { kind: 'data', source: 1 },
  ],
  sources: [
    { name: 'viewer' },
    { name: 'wishes', load: async (caller) => (await caller({} as never, {} as never)).body },
  ],
};

/** A server with members, by their cookie `session=NAME`. */
async function start(options: Partial<PageCacheOptions> = {}) {
  const wishes = new Map<string, string>();
  const ended = new Set<string>();
  const found: string[] = [];
  /** Session look-ups wait for this. */
  const gate = { open: Promise.resolve() };
  const asked: string[] = [];
  /** Replies about wishes wait for this. */
  const answering = { open: Promise.resolve() };
  const nameIn = (cookie = '') => /^session=(\w+)$/.exec(cookie)?.[1];
  const pages = createPageCache({
    addresses: [{ path: '/', query: noQuery, tags: () => ['lists'], memberTags: () => [] }],
    canonicalPath: () => undefined,
    maxBytes: 1_000_000,
    members: {
      tokenOf: nameIn,
      async find({ headers }) {
        const name = nameIn(headers.cookie) ?? '';
        found.push(name);
        const isOver = ended.has(name);
        await gate.open;
        if (isOver) return null;
        return { viewer: { name }, tags: [`person:${name}`], goodUntil: Infinity };
      },
      callerFor:
        ({ headers }, madeFrom) =>
        async () => {
          const name = nameIn(headers.cookie) ?? '';
          const body = (wishes.get(name) ?? 'nothing') as never;
          asked.push(name);
          await answering.open;
          madeFrom?.([`shop:${name}`]);
          return { body, headers: new Headers() };
        },
    },
    callRequestOf: ({ headers }) => ({ headers, ip: '', log: pino({ level: 'silent' }) }),
    checkForChanges: () => {},
    onError: () => {},
    render: async (_key, audience) => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from('Hello stranger'),
      template: audience === 'members' ? template : undefined,
    }),
    ...options,
  });
  const server = createServer((request, response) => {
    if (!pages.serve(request, response)) response.end('framework');
  });
  const port = await listen(server);
  const read = async (name: string) => {
    const headers = { cookie: `session=${name}` };
    return (await ask(port, '/', { headers })).body.toString();
  };
  return { pages, wishes, ended, found, gate, asked, answering, read };
}

test('a member’s session and data are loaded once, until a change of that member', async () => {
  const { pages, wishes, found, read } = await start();
  expect(await read('ada')).toBe('Hello ada: "nothing"');
  wishes.set('ada', 'soup');
  expect(await read('ada')).toBe('Hello ada: "nothing"');
  pages.invalidate(['person:ben']);
  expect(found).toEqual(['ada']);

  pages.invalidate(['person:ada']);
  expect(await read('ada')).toBe('Hello ada: "soup"');
  expect(found).toEqual(['ada', 'ada']);
});

test('a member’s cached data is also dropped by the tags that it was made from', async () => {
  const { pages, wishes, asked, read } = await start();
  await read('ada');
  await read('ben');
  wishes.set('ada', 'soup');
  wishes.set('ben', 'bread');
  pages.invalidate(['shop:ada']);
  expect(await read('ada')).toBe('Hello ada: "soup"');
  expect(await read('ben')).toBe('Hello ben: "nothing"');
  expect(asked).toEqual(['ada', 'ben', 'ada']);
});

test('data that changes while it is loaded is used only by requests from before the change', async () => {
  const { pages, wishes, asked, answering, read } = await start();
  const { promise, resolve } = Promise.withResolvers<void>();
  answering.open = promise;
  const before = read('ada');
  while (asked.length === 0) await new Promise(setImmediate);
  wishes.set('ada', 'soup');
  // No reply has reported this tag yet.
  pages.invalidate(['shop:ada']);
  const after = read('ada');
  while (asked.length === 1) await new Promise(setImmediate);
  resolve();

  expect(await before).toBe('Hello ada: "nothing"');
  expect(await after).toBe('Hello ada: "soup"');
  expect(await read('ada')).toBe('Hello ada: "soup"');
});

test('a session that ends while its page is filled in is not used by later requests', async () => {
  const { pages, ended, found, gate, read } = await start();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.open = promise;
  const before = read('ada');
  while (found.length === 0) await new Promise(setImmediate);
  ended.add('ada');
  pages.invalidate(['person:ada']);
  const after = read('ada');
  while (found.length === 1) await new Promise(setImmediate);
  resolve();

  expect(await before).toContain('Hello ada');
  expect(await after).toBe('Hello stranger');
  expect(await read('ada')).toBe('Hello stranger');
});

test('1,000 members who read once each stay within the limit of memory', {
  tags: 'slow',
}, async () => {
  const maxBytes = 100_000;
  const { pages, read } = await start({ maxBytes });
  for (let round = 0; round < 10; round += 1) {
    const names = Array.from({ length: 100 }, (_, index) => `m${round}x${index}`);
    const texts = await Promise.all(names.map(read));
    expect(texts).toEqual(names.map((name) => `Hello ${name}: "nothing"`));
    expect(pages.stats().bytes).toBeLessThanOrEqual(maxBytes);
  }
});
