import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '../contract/define-endpoint.ts';
import { internalError } from '../contract/problems.ts';
import { registerAnswers } from './answers/register-answers.ts';
import { bodyLimit } from './server-options.ts';
import { ask, askRaw, startApp, type TestApp } from './testing.ts';

/** A limit of one route, larger than the site's. */
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
      reply: z.string(),
    });
    const handle = async (input: unknown) =>
      z.object({ query: endpoint.query }).parse(input).query.search;
    registerAnswers(app, async () => null, [{ endpoint, handle }]);
  });
}

const codeOf = (answer: { body: Buffer }) => JSON.parse(answer.body.toString()).code;

test('a path of more than 8 KiB is a 414, even one larger than the header limit', async () => {
  const { port } = await start();
  expect((await ask(port, `/${'a'.repeat(8_100)}`)).status).toBe(200);
  const long = await ask(port, `/${'a'.repeat(8_200)}`);
  expect([long.status, codeOf(long)]).toEqual([414, 'url-too-long']);
  const huge = await askRaw(port, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(huge).toMatch(/^HTTP\/1\.1 414 /);
});

test('a path within the limit with a query beyond it is a 400', async () => {
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
  'an invalid request target is a 400: GET %s',
  async (target) => {
    const { port } = await start();
    const answer = await askRaw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  },
);

test.each(['http://site.example', 'HTTPS://site.example:3000', 'http://[::1]'])(
  'a request target in absolute form is routed by its path and query, and sets the host: %s',
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

test('a DELETE of a path without a route is a 404', async () => {
  const { port } = await start();
  const answer = await ask(port, '/api/nothing', { method: 'DELETE' });
  expect([answer.status, codeOf(answer)]).toEqual([404, 'not-found']);
});

test('a POST to a path that isPage accepts is a 405', async () => {
  const { port } = await startApp((app) => app.get('/*', async () => 'page'), {
    isPage: () => true,
  });
  const answer = await ask(port, '/contact', { method: 'POST' });
  expect(answer.status).toBe(405);
  expect(answer.headers.allow).toBe('GET, HEAD');
});

test.each(['CONNECT a:80', 'FOO /'])('an unsupported method is a 405: "%s"', async (start_) => {
  const { port } = await start();
  const answer = await askRaw(port, `${start_} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  expect(answer).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE/m);
});

test.each([
  ['an unknown method', 'FOO / HTTP/1.1', '', 405, 'method-not-allowed'],
  ['CONNECT', 'CONNECT a:80 HTTP/1.1', '', 405, 'method-not-allowed'],
  ['a malformed request line', 'GET /a b HTTP/1.1', '', 400, 'bad-request'],
  ['a header too long', 'GET / HTTP/1.1', `X: ${'a'.repeat(17_000)}\r\n`, 431, 'headers-too-large'],
  ['an unknown expectation', 'GET / HTTP/1.1', 'Expect: x\r\n', 417, 'expectation-failed'],
])('%s is refused as application/problem+json to who asks for it', async (...given) => {
  const [, line, header, status, code] = given;
  const { port } = await start();
  for (const [accept, type] of [
    ['application/json', 'application/json'],
    ['application/PROBLEM+JSON', 'application/problem+json'],
  ]) {
    const answer = await askRaw(port, `${line}\r\nHost: a\r\nAccept: ${accept}\r\n${header}\r\n`);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head.match(/^content-type: ([^;]*)/im)?.[1]).toBe(type);
    expect(head).toMatch(new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, 'im'));
    expect(JSON.parse(body)).toMatchObject(
      type === 'application/json' ? { code } : { code, status, type: `/api/docs#${code}` },
    );
  }
});

test('a body over the limit is a 413, except on a route with a larger limit', async () => {
  const { port } = await start();
  const body = JSON.stringify('a'.repeat(bodyLimit));
  const refused = await ask(port, '/api/things', { method: 'POST', headers: json, body });
  expect([refused.status, codeOf(refused)]).toEqual([413, 'too-large']);
  expect((await ask(port, '/api/large', { method: 'POST', headers: json, body })).status).toBe(200);
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

test('parameters named __proto__ and constructor are harmless', async () => {
  const { port } = await start();
  const answer = await ask(port, '/api/search?__proto__=a&constructor=b&search[a]=c');
  expect(answer.status).toBe(200);
});

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  [
    'a body',
    'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  ],
])('a client that never finishes %s is answered 408 and disconnected', async (_, message) => {
  const timeouts = { headers: 40, request: 80, check: 10 };
  const { port } = await startApp((app) => app.post('/api/things', async () => ''), { timeouts });
  expect(await askRaw(port, message)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a connection reset in the middle of a request logs no error, and other requests are answered', async () => {
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
])('%s gets no second reply after its request was answered', async (_, body) => {
  const { port } = await start();
  const head = 'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain';
  const answer = await askRaw(port, `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 415']);
});

test('a request answered by answerEarly never reaches the framework', async () => {
  const { port } = await startApp((app) => app.get('/', async () => internalError()), {
    answerEarly(_request, response) {
      response.end('early');
      return true;
    },
  });
  expect((await ask(port, '/')).body.toString()).toBe('early');
});

test('an error in answerEarly is a 500, and the next request is answered', async () => {
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
