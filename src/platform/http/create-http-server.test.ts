import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '../contract/define-endpoint.ts';
import { internalError } from '../contract/problems.ts';
import { registerAnswers } from './register-answers.ts';
import { bodyLimit } from './server-options.ts';
import { ask, askRaw, startApp, type TestApp } from './testing.ts';
import { readTrustedProxies } from './way-in/trusted-proxies.ts';

/** More than the site's limit, for one address. */
const largeBodyLimit = 1_024 * 1_024;
const json = { 'content-type': 'application/json' };

function start(): Promise<TestApp> {
  return startApp((app) => {
    app.get('/api/things', async () => ['thing']);
    app.post('/api/things', async (request) => request.body ?? 'nothing');
    app.post('/api/large', { bodyLimit: largeBodyLimit }, async () => 'large');
    app.put('/api/things/:id', async (request) => request.params);
    app.get('/*', async () => 'page');
    const endpoint = defineEndpoint({
      method: 'GET',
      path: '/api/search',
      access: 'public',
      summary: 'Search.',
      query: z.object({ search: z.string().default('') }),
      tags: null,
      reply: z.string(),
    });
    const handle = async (input: unknown) =>
      z.object({ query: endpoint.query }).parse(input).query.search;
    registerAnswers(app, async () => null, [{ endpoint, handle }]);
  });
}

const codeOf = (answer: { body: Buffer }) => JSON.parse(answer.body.toString()).code;

test('a path of more than 8 KiB is a 414, also beyond what headers may take', async () => {
  const { port } = await start();
  expect((await ask(port, `/${'a'.repeat(8_100)}`)).status).toBe(200);
  const long = await ask(port, `/${'a'.repeat(8_200)}`);
  expect([long.status, codeOf(long)]).toEqual([414, 'url-too-long']);
  const huge = await askRaw(port, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(huge).toMatch(/^HTTP\/1\.1 414 /);
});

test('a path that fits with a query that does not is a 400', async () => {
  const { port } = await start();
  const long = await ask(port, `/?search=${'a'.repeat(10_000)}`);
  expect([long.status, codeOf(long)]).toEqual([400, 'bad-request']);
  const huge = await askRaw(port, `GET /?a=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(huge).toMatch(/^HTTP\/1\.1 400 /);
});

test('headers of more than 16 KiB are a 431 that closes the connection', async () => {
  const { port } = await start();
  const answer = await askRaw(
    port,
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('"code":"headers-too-large"');
});

test.each([
  ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['no Host header', 'GET / HTTP/1.1\r\n\r\n'],
  ['no HTTP', 'hello\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
])('a request with %s is a 400 that closes the connection', async (_, message) => {
  const { port } = await start();
  const answer = await askRaw(port, message);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.toLowerCase()).toContain('connection: close');
});

test.each([
  ['POST', '/api/search', 'GET, HEAD'],
  ['DELETE', '/api/things', 'GET, HEAD, POST'],
  ['OPTIONS', '/api/things?a=b', 'GET, HEAD, POST'],
  ['TRACE', '/api/things/7', 'PUT'],
  ['PROPFIND', '/api/things', 'GET, HEAD, POST'],
])('%s %s is a 405 that names the methods', async (method, path, allow) => {
  const { port } = await start();
  const answer = await ask(port, path, { method });
  expect([answer.status, codeOf(answer)]).toEqual([405, 'method-not-allowed']);
  expect(answer.headers.allow?.split(', ').sort()).toEqual(allow.split(', ').sort());
});

test.each(['*', 'a', 'a:80', 'http://', 'http://a:99999/', 'http://[/', 'ftp://a/', '?a=b'])(
  'what is no address of a site is a 400: GET %s',
  async (target) => {
    const { port } = await start();
    const answer = await askRaw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  },
);

test.each(['http://site.example', 'HTTPS://site.example:3000', 'http://[::1]'])(
  'a whole address is its path and its query, and names the host: %s',
  async (origin) => {
    const seen: unknown[] = [];
    const { port } = await startApp((app) =>
      app.get('/*', async ({ url, host }) => {
        seen.push(url, host);
        return '';
      }),
    );
    for (const rest of ['', '/', '?a=b', '//b?c', '/d/%2e#e']) {
      const message = `GET ${origin}${rest} HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n`;
      expect(await askRaw(port, message)).toMatch(/^HTTP\/1\.1 200 /);
    }
    const host = origin.slice(origin.indexOf('//') + 2);
    expect(seen).toEqual(
      ['/', '/?a=b', '//b?c', '/d/%2e#e'].flatMap((url) => [url, host]).toSpliced(0, 0, '/', host),
    );
  },
);

test('a method for an address that is not there is a 404', async () => {
  const { port } = await start();
  const answer = await ask(port, '/api/nothing', { method: 'DELETE' });
  expect([answer.status, codeOf(answer)]).toEqual([404, 'not-found']);
});

test('a page answers other methods with 405 as well, where the site says what a page is', async () => {
  const { port } = await startApp((app) => app.get('/*', async () => 'page'), {
    isPage: () => true,
  });
  const answer = await ask(port, '/contact', { method: 'POST' });
  expect(answer.status).toBe(405);
  expect(answer.headers.allow).toBe('GET, HEAD');
});

test.each(['CONNECT a:80', 'FOO /'])('"%s" is a 405', async (start_) => {
  const { port } = await start();
  const answer = await askRaw(port, `${start_} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  expect(answer).toMatch(/^allow: GET, HEAD, POST, PUT, DELETE/m);
});

test('a body over the limit is a 413, and a route that takes blogs takes more', async () => {
  const { port } = await start();
  const body = JSON.stringify('a'.repeat(bodyLimit));
  const refused = await ask(port, '/api/things', { method: 'POST', headers: json, body });
  expect([refused.status, codeOf(refused)]).toEqual([413, 'too-large']);
  expect((await ask(port, '/api/large', { method: 'POST', headers: json, body })).status).toBe(200);
});

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
])('a body of type "%s" is read', async (type) => {
  const { port } = await start();
  const answer = await ask(port, '/api/things', {
    method: 'POST',
    headers: { 'content-type': type },
    body: '{"a":"ä"}',
  });
  expect(answer.body.toString()).toBe('{"a":"ä"}');
});

test.each([
  'text/plain',
  'application/json\t; charset=utf-8',
  'application/json ; charset=utf-8',
  'application/json garbage',
  'application/json; charset=latin1',
  'application/json; charset=utf-8; a=b',
  'application/json, text/plain',
  'application/jsonp',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
])('a body of type "%s" is a 415', async (type) => {
  const { port } = await start();
  const question = { method: 'POST', headers: { 'content-type': type }, body: '{}' };
  const answer = await ask(port, '/api/things', question);
  expect([answer.status, codeOf(answer)]).toEqual([415, 'unsupported-media-type']);
});

test.each(['POST', 'PUT', 'DELETE'])(
  'a %s that names a type and brings no body is answered',
  async (method) => {
    const { port } = await startApp((app) => {
      app.route({ method, url: '/', handler: async (request) => request.body ?? 'nothing' });
    });
    const message = `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n\r\n`;
    const answer = await askRaw(port, message);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('nothing');
  },
);

test('a type with a leading blank is a 415', async () => {
  const { app } = await start();
  const headers = { 'content-type': ' application/json' };
  const answer = await app.inject({ method: 'POST', url: '/api/things', headers, payload: '{}' });
  expect(answer.statusCode).toBe(415);
});

test('a body without a type is a 415', async () => {
  const { port } = await start();
  const answer = await ask(port, '/api/things', { method: 'POST', body: '{}' });
  expect(answer.status).toBe(415);
});

test.each([
  ['that is not JSON', '{"a":'],
  ['that is empty', ''],
  ['with __proto__', '{"__proto__":{"a":1}}'],
  ['with a disguised __proto__', '{"\\u005f_proto__":{"a":1}}'],
  ['with constructor.prototype', '{"constructor":{"prototype":{"a":1}}}'],
  ['of 21 levels', '['.repeat(21) + ']'.repeat(21)],
  ['of 100,000 levels', '['.repeat(100_000)],
  ['that is not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
])('a body %s is a 400', async (_, body) => {
  const { port } = await start();
  const answer = await ask(port, '/api/things', { method: 'POST', headers: json, body });
  expect([answer.status, codeOf(answer)]).toEqual([400, 'bad-request']);
});

test('a body of 20 levels with brackets in its texts is read', async () => {
  const { port } = await start();
  const body = `${'['.repeat(20)}"[[[[\\"[[{{"${']'.repeat(20)}`;
  const answer = await ask(port, '/api/things', { method: 'POST', headers: json, body });
  expect(answer.body.toString()).toBe(body);
});

test('a wide body of many short lists is read', async () => {
  const { port } = await start();
  const body = JSON.stringify(Array.from({ length: 50 }, () => [{}]));
  const answer = await ask(port, '/api/things', { method: 'POST', headers: json, body });
  expect(answer.body.toString()).toBe(body);
});

test.each(['/api/things/%zz', '/api/search?search=%zz', '/api/search?search=%ff', '/%c0%80'])(
  'the badly encoded address %s is a 400',
  async (path) => {
    const { port } = await start();
    const answer = await ask(port, path);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'bad-request']);
  },
);

test.each(['/api/search?search=a&search=b', '/api/search?search=a&s%65arch=b'])(
  'the repeated parameter of %s is a 400',
  async (path) => {
    const { port } = await start();
    const answer = await ask(port, path);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid-input']);
  },
);

test('a parameter named __proto__ changes nothing', async () => {
  const { port } = await start();
  const answer = await ask(port, '/api/search?__proto__=a&constructor=b&search[a]=c');
  expect(answer.status).toBe(200);
});

test('what a proxy would say of host, protocol and address is not believed', async () => {
  const seen: unknown[] = [];
  const { port } = await startApp((app) =>
    app.get('/', async ({ ip, protocol, host, id }) => {
      seen.push(ip, protocol, host, id);
      return '';
    }),
  );
  await ask(port, '/', {
    headers: {
      host: 'site.example',
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=192.0.2.1',
      'request-id': 'mine',
      'x-request-id': 'mine',
    },
  });
  expect(seen).toEqual(['127.0.0.1', 'http', 'site.example', expect.not.stringContaining('mine')]);
});

test('what a listed proxy says of address and protocol is believed, and of nothing else', async () => {
  const seen: unknown[] = [];
  const { port, lines } = await startApp(
    (app) =>
      app.get('/', async ({ ip, protocol, host }) => {
        seen.push(ip, protocol, host);
        return '';
      }),
    { proxies: readTrustedProxies('loopback'), isHttps: true },
  );
  const host = { host: 'site.example', 'x-forwarded-host': 'evil.example' };
  const given: readonly Record<string, string>[] = [
    { 'x-forwarded-for': '6.6.6.6, 192.0.2.1:80', 'x-forwarded-proto': 'https' },
    { forwarded: 'for="[2001:db8::1]:80";proto=https' },
    { 'x-forwarded-for': 'unknown', forwarded: 'for=6.6.6.6' },
  ];
  for (const headers of given) await ask(port, '/', { headers: { ...host, ...headers } });
  expect(seen).toEqual([
    ...['192.0.2.1', 'https', 'site.example'],
    ...['2001:db8::1', 'https', 'site.example'],
    ...['127.0.0.1', 'http', 'site.example'],
  ]);
  expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toEqual([]);
});

test('with https, the operator is told once of a proxy that isn’t listed', async () => {
  const { port, lines } = await startApp((app) => app.get('/', async () => ''), { isHttps: true });
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  for (let count = 0; count < 3; count += 1) await ask(port, '/', { headers });
  const told = lines.filter((line) => line.includes('TRUSTED_PROXIES'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('127.0.0.1');
});

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  [
    'a body',
    'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  ],
])('a client that never ends %s is answered 408 and let go', async (_, message) => {
  const timeouts = { headers: 40, request: 80, check: 10 };
  const { port } = await startApp((app) => app.post('/api/things', async () => ''), { timeouts });
  expect(await askRaw(port, message)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a connection that breaks in the middle of a request harms nobody', async () => {
  const { port, lines } = await start();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{');
  socket.resetAndDestroy();
  expect((await ask(port, '/api/things')).status).toBe(200);
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test.each([
  ['a chunk that is longer than it says', '1\r\n{}\r\n0\r\n\r\n'],
  ['a trailer that is refused', '2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n'],
])('%s is not answered again once its request has been', async (_, body) => {
  const { port } = await start();
  const head = 'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain';
  const answer = await askRaw(port, `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 415']);
});

test('what is answered early never reaches the framework', async () => {
  const { port } = await startApp((app) => app.get('/', async () => internalError()), {
    answerEarly(_request, response) {
      response.end('early');
      return true;
    },
  });
  expect((await ask(port, '/')).body.toString()).toBe('early');
});

test('what is nested is counted outside of strings, escapes and all', async () => {
  const { port } = await start();
  const post = (body: string) => ask(port, '/api/things', { method: 'POST', headers: json, body });
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect((await post(deep(20))).status).toBe(200);
  expect((await post(deep(21))).status).toBe(400);
  expect((await post(JSON.stringify([`"\\${deep(30)}\\"`]))).status).toBe(200);
  expect((await post(`["\\"",${deep(20)}]`)).status).toBe(400);
  // A string that never ends is no JSON, and no work.
  expect((await post(`"${'\\"'.repeat(260_000)}`)).status).toBe(400);
});

test('what fails ahead of the framework is a 500, and the next request is answered', async () => {
  const { port, lines } = await startApp(() => {}, {
    answerEarly(request, response) {
      if (request.url === '/broken') throw new Error('broken early');
      response.end('fine');
      return true;
    },
  });
  const broken = await ask(port, '/broken');
  expect([broken.status, codeOf(broken)]).toEqual([500, 'internal']);
  expect(lines.join()).toContain('broken early');
  expect((await ask(port, '/')).body.toString()).toBe('fine');
});
