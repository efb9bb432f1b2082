import { expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { defineEndpoint } from './define-endpoint.ts';

const endpoint = defineEndpoint({
  method: 'GET',
  path: '/api/thing',
  access: 'member',
  summary: '',
  reply: z.string(),
});

/** What `callApi` rejects with for this reply; where it doesn't reject, its result. */
async function resultOf(status: number, text: string, headers: HeadersInit = {}): Promise<unknown> {
  const reply = { status, headers: new Headers(headers), text };
  return callApi(async () => reply, endpoint, {}).catch((error: unknown) => error);
}

test.each([401, 403, 404, 409, 413, 429, 500, 502, 503])(
  'an error reply of status %i without a code keeps its message',
  async (status) => {
    const text = JSON.stringify({ message: 'The pool is closed on Mondays.' });
    expect(await resultOf(status, text)).toMatchObject({
      status,
      message: 'The pool is closed on Mondays.',
    });
  },
);

test.each([
  ['nothing', ''],
  ['a page', '<html><body>502 Bad Gateway</body></html>'],
  ['a picture that calls itself JSON', '\u0089PNG\r\n\u001a\n\u0000\u0000'],
  ['null', 'null'],
  ['a number', '7'],
  ['a list', '[{"message":"x"}]'],
  ['a sentence that is none', '{"message":{"toString":1}}'],
  ['an empty sentence', '{"message":"","code":7}'],
])('%s as the body of an error reply becomes the problem for its status', async (_, text) => {
  expect(await resultOf(401, text)).toMatchObject({ code: 'not-signed-in', status: 401 });
  expect(await resultOf(503, text, { 'retry-after': '7' })).toMatchObject({
    code: 'unavailable',
    retryAfter: 7,
  });
  expect(await resultOf(502, text)).toMatchObject({ code: 'internal' });
});

test.each(['', '<html></html>', '\u0089PNG\r\n', '{"message":"fine"}', 'null'])(
  'a 200 reply whose body does not match the schema (%j) is an error',
  async (text) => {
    expect(await resultOf(200, text)).toBeInstanceOf(Error);
  },
);
