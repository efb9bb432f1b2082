import { expect, test } from 'vitest';
import { ask, askRaw, startApp, type TestApp } from './testing.ts';

const json = { 'content-type': 'application/json' };

function start(): Promise<TestApp> {
  return startApp((app) => app.post('/api/things', async (request) => request.body ?? 'nothing'));
}

const codeOf = (answer: { body: Buffer }) => JSON.parse(answer.body.toString()).code;

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
  'a %s with a content type and no body is answered',
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

test('a content type with a leading blank is a 415', async () => {
  const { app } = await start();
  const headers = { 'content-type': ' application/json' };
  const answer = await app.inject({ method: 'POST', url: '/api/things', headers, payload: '{}' });
  expect(answer.statusCode).toBe(415);
});

test('a body without a content type is a 415', async () => {
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
  ['with toString, which bounds of a length would call', '{"a":{"length":{"toString":1}}}'],
  ['with valueOf, however deep', '[[{"length":[{"a":[{"value\\u004ff":null}]}]}]]'],
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

test('nesting is counted outside of strings only, and escaped quotes do not end a string', async () => {
  const { port } = await start();
  const post = (body: string) => ask(port, '/api/things', { method: 'POST', headers: json, body });
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect((await post(deep(20))).status).toBe(200);
  expect((await post(deep(21))).status).toBe(400);
  expect((await post(JSON.stringify([`"\\${deep(30)}\\"`]))).status).toBe(200);
  expect((await post(`["\\"",${deep(20)}]`)).status).toBe(400);
  // An unterminated string is invalid JSON.
  expect((await post(`"${'\\"'.repeat(260_000)}`)).status).toBe(400);
});

const form = 'application/x-www-form-urlencoded';

async function askForm(type: string, body: string) {
  const { port } = await startApp((app) =>
    app.post('/api/form', { config: { takes: 'form' } }, async (request) => request.body ?? null),
  );
  const headers = { 'content-type': type };
  return ask(port, '/api/form', { method: 'POST', headers, body });
}

test.each([form, `${form};charset=UTF-8`])(
  'a form of type "%s" is read where a route takes one',
  async (type) => {
    const answer = await askForm(type, 'a=1+2&%C3%A4=%26&__proto__=x');
    expect(JSON.parse(answer.body.toString())).toEqual(
      JSON.parse('{"a":"1 2","ä":"&","__proto__":"x"}'),
    );
  },
);

test.each([
  { why: 'a name that stands twice', type: form, body: 'a=1&a=2', status: 400 },
  { why: 'JSON', type: 'application/json', body: '{"a":"1"}', status: 415 },
  { why: 'plain text', type: 'text/plain', body: 'a=1', status: 415 },
  { why: 'garbage after the type', type: `${form} garbage`, body: 'a=1', status: 415 },
])('on a route that takes a form, $why is a $status', async ({ type, body, status }) => {
  expect((await askForm(type, body)).status).toBe(status);
});
