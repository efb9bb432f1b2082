import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { noQuery } from '../contract/page-query.ts';
import { ask, listen } from '../http/testing.ts';
import type { Rendering } from './cached-page.ts';
import { createPageCache, type PageCacheOptions } from './page-cache.ts';
import { createManualClock } from './testing.ts';

const search = z.object({ filter: z.string().optional(), search: z.string().optional() });
const addresses: PageCacheOptions['addresses'] = [
  { path: '/', query: noQuery, tags: () => ['lists'], memberTags: () => ['comments'] },
  { path: '/All-blogs', query: search, tags: () => ['lists'] },
  { path: '/blog/:id', query: noQuery, tags: ({ id }) => [`blog:${id}`] },
];

function html(text: string, more: Partial<Rendering> = {}): Rendering {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: Buffer.from(text),
    ...more,
  };
}

/** A server that answers from the page cache, and 'framework' where the cache passes a request on. */
async function start(options: Partial<PageCacheOptions> = {}) {
  const rendered: string[] = [];
  const errors: unknown[] = [];
  const render: PageCacheOptions['render'] =
    options.render ?? (async ({ url }) => html(`page of ${url}`));
  const pages = createPageCache({
    addresses,
    canonicalPath: () => undefined,
    maxBytes: 1_000_000,
    members: {
      tokenOf: (cookie) => (cookie === 'session=1' ? '1' : undefined),
      find: async () => null,
      callerFor: () => {
        throw new Error('Nobody calls here.');
      },
    },
    callRequestOf: ({ headers }) => ({ headers, ip: '', log: pino({ level: 'silent' }) }),
    checkForChanges: () => {},
    onError: (error) => errors.push(error),
    ...options,
    render(key, audience, shared) {
      rendered.push(key.url);
      return render(key, audience, shared);
    },
  });
  const left: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    if (pages.serve(request, response)) return;
    left.push(request);
    response.end('framework');
  });
  return { pages, rendered, errors, left, server, port: await listen(server) };
}

/** A `render` whose calls wait until the test finishes them. */
function heldRender() {
  const started: { url: string; finish: (rendering: Rendering) => void }[] = [];
  const waiting: (() => void)[] = [];
  return {
    started,
    render({ url }: { readonly url: string }): Promise<Rendering> {
      const { promise, resolve } = Promise.withResolvers<Rendering>();
      started.push({ url, finish: resolve });
      for (const wake of waiting.splice(0)) wake();
      return promise;
    },
    async untilStarted(count: number): Promise<void> {
      while (started.length < count) await new Promise<void>((wake) => waiting.push(wake));
    },
  };
}

const textOf = (answer: { body: Buffer }) => answer.body.toString();

test('a page is rendered once and then answered with the same bytes and headers', async () => {
  const { port, rendered } = await start();
  const first = await ask(port, '/');
  const second = await ask(port, '/');
  expect(textOf(first)).toBe('page of /');
  expect(textOf(second)).toBe('page of /');
  expect(second.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-length': '9',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'Accept-Encoding, Cookie',
    etag: first.headers.etag,
  });
  expect(rendered).toEqual(['/']);
});

test.each([
  ['a path that is not on the list', '/Wishlist', {}],
  ['another case of a path', '/all-blogs', {}],
  ['an encoded path', '/blog/%61', {}],
  ['a path with two slashes', '//All-blogs', {}],
  ['a dot segment as parameter', '/blog/..', {}],
  ['a known name given twice', '/All-blogs?filter=a&filter=b', {}],
  ['a known name given twice, once encoded', '/All-blogs?filter=a&f%69lter=b', {}],
  ['broken percent-encoding', '/All-blogs?search=%zz', {}],
  ['a very long query', `/All-blogs?search=${'a'.repeat(2_048)}`, {}],
])('a request with %s is left to the framework', async (_, path, headers) => {
  const { port, rendered } = await start();
  expect(textOf(await ask(port, path, { headers }))).toBe('framework');
  expect(rendered).toEqual([]);
});

test('a request without a session gets the shared page, whatever other headers it has', async () => {
  const { port, rendered } = await start();
  const given: readonly Record<string, string>[] = [
    { cookie: 'a=b' },
    { cookie: '' },
    { cookie: 'session=' },
    { authorization: 'Basic c3RhZ2luZw==' },
    { range: 'bytes=0-1' },
  ];
  for (const headers of given) expect(textOf(await ask(port, '/', { headers }))).toBe('page of /');
  expect(rendered).toEqual(['/']);
});

test('a request with an invalid session gets the shared page without another rendering', async () => {
  const { port, rendered } = await start();
  const headers = { cookie: 'session=1' };
  await ask(port, '/');
  expect(textOf(await ask(port, '/', { headers }))).toBe('page of /');
  expect(rendered).toEqual(['/']);
});

test('a POST is left to the framework, even if the page is cached', async () => {
  const { port } = await start();
  await ask(port, '/');
  expect(textOf(await ask(port, '/', { method: 'POST', body: 'x' }))).toBe('framework');
});

test('equivalent queries share one page, rendered from their normal form', async () => {
  const { port, rendered } = await start();
  const urls = [
    '/All-blogs?search=a+b&filter=Travel&utm_source=x',
    '/All-blogs?filter=Travel&search=a+b',
    '/All-blogs?fbclid=1&f%69lter=Travel&search=%61%20b',
  ];
  const answers = [];
  for (const url of urls) answers.push(textOf(await ask(port, url)));
  expect(new Set(answers).size).toBe(1);
  expect(rendered).toEqual(['/All-blogs?filter=Travel&search=a+b']);
});

test('different query values are different pages', async () => {
  const { port } = await start();
  const one = await ask(port, '/All-blogs?search=a%26filter%3Db');
  const other = await ask(port, '/All-blogs?search=a&filter=b');
  expect(textOf(one)).not.toBe(textOf(other));
});

test('concurrent requests for a page share one rendering', async () => {
  const held = heldRender();
  const { port, left, rendered } = await start({ render: held.render });
  const waiting = Array.from({ length: 20 }, () => ask(port, '/'));
  await held.untilStarted(1);
  await ask(port, '/other');
  expect(left).toHaveLength(1);
  held.started[0]?.finish(html('once'));
  expect((await Promise.all(waiting)).map(textOf)).toEqual(Array(20).fill('once'));
  expect(rendered).toHaveLength(1);
});

test('a commit drops the pages that carry its tags and no others', async () => {
  const { port, pages, rendered } = await start();
  for (const path of ['/blog/a', '/blog/b', '/']) await ask(port, path);
  pages.invalidate(['blog:a']);
  for (const path of ['/blog/a', '/blog/b', '/']) await ask(port, path);
  expect(rendered).toEqual(['/blog/a', '/blog/b', '/', '/blog/a']);
  pages.invalidate(['*']);
  expect(pages.stats()).toMatchObject({ pages: 0, bytes: 0 });
});

test('a page that is being rendered during a commit is sent only to requests from before the commit', async () => {
  const held = heldRender();
  const { port, pages } = await start({ render: held.render });
  const before = ask(port, '/');
  await held.untilStarted(1);
  pages.invalidate(['lists']);
  const after = ask(port, '/');
  await held.untilStarted(2);
  held.started[1]?.finish(html('new'));
  expect(textOf(await after)).toBe('new');
  held.started[0]?.finish(html('old'));
  expect(textOf(await before)).toBe('old');
  expect(textOf(await ask(port, '/'))).toBe('new');
  expect(held.started).toHaveLength(2);
});

/** A page whose version another process commits; this one learns of it only by `checkForChanges`. */
async function startBesideAnother() {
  let committed = 1;
  let seen = 1;
  const { port, pages } = await start({
    render: async () => html(`version ${committed}`),
    checkForChanges() {
      if (seen === committed) return;
      seen = committed;
      pages.invalidate(['lists']);
    },
  });
  const commit = () => {
    committed += 1;
  };
  return { port, pages, commit };
}

test("another process's commit is seen by the very next request", async () => {
  const { port, commit } = await startBesideAnother();
  expect(textOf(await ask(port, '/'))).toBe('version 1');
  commit();
  expect(textOf(await ask(port, '/'))).toBe('version 2');
});

test("another process's commit is seen by a request that arrives right after a delayed one", async () => {
  const { port, pages, commit } = await startBesideAnother();
  await ask(port, '/');
  let isWaiting = true;
  const server = createServer((request, response) => {
    if (!isWaiting) {
      pages.serve(request, response);
      return;
    }
    isWaiting = false;
    setImmediate(() => {
      pages.serve(request, response);
      commit();
      // The kernel delivers it at once: the event loop reads it before any other pending input.
      later.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    });
  });
  const slowPort = await listen(server);
  const later = connect(slowPort, '127.0.0.1');
  await Promise.all([once(later, 'connect'), once(server, 'connection')]);
  expect(textOf(await ask(slowPort, '/'))).toBe('version 1');
  expect((await later.setEncoding('utf8').toArray()).join('')).toContain('version 2');
});

test('requests that arrive together share a check for changes', async () => {
  let checks = 0;
  const { server, port } = await start({
    checkForChanges() {
      checks++;
    },
  });
  await ask(port, '/');
  checks = 0;
  let answers = '';
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(9));
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  socket.on('data', (chunk) => {
    answers += chunk;
  });
  await once(socket, 'close');
  expect(answers.match(/page of \//g)).toHaveLength(10);
  expect(checks).toBeLessThan(10);
  expect(checks).toBeGreaterThan(0);
  server.closeIdleConnections();
});

test('while the check for changes fails, requests are left to the framework', async () => {
  let isBroken = false;
  const { port } = await start({
    checkForChanges() {
      if (isBroken) throw new Error('database is gone');
    },
  });
  await ask(port, '/');
  isBroken = true;
  expect(textOf(await ask(port, '/'))).toBe('framework');
});

test.each([
  ['a status other than 200', { status: 404 }],
  ['no-store', { headers: { 'content-type': 'text/html', 'cache-control': 'no-store' } }],
  ['private', { headers: { 'content-type': 'text/html', 'cache-control': 'private, max-age=9' } }],
  ['a cookie', { headers: { 'content-type': 'text/html', 'set-cookie': 'session=1' } }],
] satisfies [string, Partial<Rendering>][])(
  'a rendering with %s is answered but not kept',
  async (_, more: Partial<Rendering>) => {
    const { port, rendered, pages } = await start({ render: async () => html('body', more) });
    await ask(port, '/');
    const answer = await ask(port, '/');
    expect(answer.status).toBe(more.status ?? 200);
    expect(textOf(answer)).toBe('body');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers.etag).toBeUndefined();
    expect(rendered).toHaveLength(2);
    expect(pages.stats().pages).toBe(0);
  },
);

test('a failed rendering is a 503 without details, and the next request renders again', async () => {
  let isBroken = true;
  const { port, errors } = await start({
    async render() {
      if (isBroken) throw new Error('secret reason');
      return html('well');
    },
  });
  const failed = await ask(port, '/');
  expect(failed.status).toBe(503);
  expect(failed.headers['retry-after']).toBe('1');
  expect(textOf(failed)).not.toContain('secret');
  expect(errors).toHaveLength(1);
  isBroken = false;
  expect(textOf(await ask(port, '/'))).toBe('well');
});

test('a page is sent as gzip at first and as Brotli once that is ready, each with its own entity tag', async () => {
  const text = 'a long page with a long text '.repeat(200);
  const { port, rendered } = await start({ render: async () => html(text) });
  const headers = { 'accept-encoding': 'gzip, deflate, br' };
  let answer = await ask(port, '/', { headers });
  const gzipTag = answer.headers.etag;
  do {
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.body).toString()).toBe(text);
    answer = await ask(port, '/', { headers });
  } while (answer.headers['content-encoding'] !== 'br');
  expect(answer.headers['content-encoding']).toBe('br');
  expect(answer.headers['content-length']).toBe(String(answer.body.length));
  expect(brotliDecompressSync(answer.body).toString()).toBe(text);
  const plain = await ask(port, '/', { headers: { 'accept-encoding': 'gzip;q=0, br;q=0' } });
  expect(textOf(plain)).toBe(text);
  expect(new Set([gzipTag, answer.headers.etag, plain.headers.etag]).size).toBe(3);
  expect(rendered).toHaveLength(1);
});

test.each([
  ['the entity tag', (tag: string) => tag],
  ['a list that holds it', (tag: string) => `"a", ${tag} , "b"`],
  ['its weak form', (tag: string) => `W/${tag}`],
  ['a star', () => '*'],
])('If-None-Match with %s answers 304 without a body', async (_, given) => {
  const { port } = await start();
  const first = await ask(port, '/');
  const tag = first.headers.etag ?? '';
  const second = await ask(port, '/', { headers: { 'if-none-match': given(tag) } });
  expect(second.status).toBe(304);
  expect(second.body).toHaveLength(0);
  expect(second.headers).toMatchObject({ etag: tag, vary: first.headers.vary });
});

test('If-None-Match with another entity tag answers the page', async () => {
  const { port } = await start();
  const answer = await ask(port, '/', { headers: { 'if-none-match': '"other", W/"more"' } });
  expect(answer.status).toBe(200);
});

test('a page that changed has another entity tag', async () => {
  let text = 'old';
  const { port, pages } = await start({ render: async () => html(text) });
  const old = await ask(port, '/');
  text = 'new';
  pages.invalidate(['lists']);
  const answer = await ask(port, '/', { headers: { 'if-none-match': old.headers.etag ?? '' } });
  expect(answer.status).toBe(200);
  expect(textOf(answer)).toBe('new');
});

test('HEAD answers the headers of GET and no body, for a new page and for a cached one', async () => {
  const { port } = await start();
  for (const attempt of ['made', 'kept']) {
    const answer = await ask(port, '/', { method: 'HEAD' });
    expect(answer.headers['content-length'], attempt).toBe('9');
    expect(answer.body).toHaveLength(0);
  }
});

test('the cache stays within its limit and evicts pages that were requested only once first', async () => {
  const body = Buffer.alloc(10_000, 'x');
  const { port, pages, rendered } = await start({
    maxBytes: 40_000,
    render: async () => html('', { body }),
  });
  for (const id of ['a', 'b', 'c']) await ask(port, `/blog/${id}`);
  await ask(port, '/blog/a');
  await ask(port, '/blog/d');
  expect(pages.stats().bytes).toBeLessThanOrEqual(40_000);
  rendered.length = 0;
  await ask(port, '/blog/a');
  expect(rendered).toEqual([]);
  await ask(port, '/blog/b');
  expect(rendered).toEqual(['/blog/b']);
});

test('a page larger than the whole limit is answered and not kept', async () => {
  const { port, pages } = await start({ maxBytes: 100 });
  expect(textOf(await ask(port, '/'))).toBe('page of /');
  expect(pages.stats()).toMatchObject({ pages: 0, bytes: 0 });
});

test('a page with a lifetime is rendered again once it has expired', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const { port, pages, rendered } = await start({
    addresses: [
      { path: '/', query: noQuery, tags: () => ['lists'], goodFor: 60_000 },
      { path: '/about', query: noQuery, tags: () => [] },
    ],
  });
  const read = async () => {
    await ask(port, '/');
    await ask(port, '/about');
    return rendered.length;
  };

  expect(await read()).toBe(2);
  vi.setSystemTime(59_999);
  expect(await read()).toBe(2);
  vi.setSystemTime(60_000);
  expect(await read()).toBe(3);
  expect(await read()).toBe(3);
  // A change of its tags drops it before it expires.
  pages.invalidate(['lists']);
  expect(await read()).toBe(4);
});

test('a page in use is rendered again after a change, before the next request for it', async () => {
  const clock = createManualClock();
  const { pages, port, rendered } = await start({ remakingClock: clock });
  for (const path of ['/', '/', '/All-blogs']) await ask(port, path);
  expect(rendered).toEqual(['/', '/All-blogs']);
  pages.invalidate(['lists']);
  expect(clock.next).toBeDefined();
  await clock.runNext();
  await vi.waitFor(() => expect(pages.stats().pages).toBe(1));
  // The other page was requested only once.
  await vi.waitFor(() => expect(clock.next).toBeDefined());
  await clock.runNext();
  expect(clock.next).toBeUndefined();
  expect(rendered).toEqual(['/', '/All-blogs', '/']);
  await ask(port, '/');
  expect(rendered).toHaveLength(3);
});

test('a page that is requested before its background rendering is rendered once', async () => {
  const clock = createManualClock();
  const { pages, port, rendered } = await start({ remakingClock: clock });
  for (const path of ['/', '/']) await ask(port, path);
  pages.invalidate(['lists']);
  await ask(port, '/');
  await clock.runNext();
  expect(rendered).toEqual(['/', '/']);
});

test('the page that a tag names is rendered after a change, although nobody has requested it', async () => {
  const clock = createManualClock();
  const pageOfTag = (tag: string) => (tag === 'blog:new' ? '/blog/new' : undefined);
  const { pages, port, rendered } = await start({ remakingClock: clock, pageOfTag });
  pages.invalidate(['lists', 'blog:new']);
  await clock.runNext();
  await vi.waitFor(() => expect(pages.stats().pages).toBe(1));
  expect(rendered).toEqual(['/blog/new']);
  expect(textOf(await ask(port, '/blog/new'))).toBe('page of /blog/new');
  expect(rendered).toHaveLength(1);
});

test('while the check for changes fails, no page is rendered in the background', async () => {
  const clock = createManualClock();
  let isLost = false;
  const { pages, port, rendered } = await start({
    remakingClock: clock,
    checkForChanges() {
      if (isLost) throw new Error('The database is gone.');
    },
  });
  for (const path of ['/', '/']) await ask(port, path);
  pages.invalidate(['lists']);
  isLost = true;
  await clock.runNext();
  expect(rendered).toEqual(['/']);
});
