import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../http/testing.ts';
import { headOf, sendHead } from './head.ts';

const headers = ['content-type', 'text/plain', 'content-length', '4'];
const more = ['etag', '"1"'];
const head = headOf(200, headers);
const keepAliveTimeout = 65_000;

const answers: Readonly<Record<string, RequestListener>> = {
  '/written': (_, response) => sendHead(response, head, more),
  '/node': (_, response) => response.writeHead(200, [...headers, ...more]),
};

/** Everything that a server sends over one connection, with the date replaced. */
async function sent(request: string): Promise<string> {
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    answers[request.url ?? '']?.(request, response);
    response.end(request.method === 'HEAD' ? undefined : 'text');
  });
  const port = await listen(server);
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  socket.on('data', (data) => {
    text += data;
  });
  socket.on('close', () => resolve(text));
  return (await promise).replaceAll(/Date: .*GMT/g, 'Date: now');
}

const last = 'Host: a\r\nConnection: close\r\n\r\n';

test.each([
  ['a request that is the last', (path: string) => `GET ${path} HTTP/1.1\r\n${last}`],
  [
    'one of three in a row',
    (path: string) =>
      `${`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(2)}GET ${path} HTTP/1.1\r\n${last}`,
  ],
  [
    'HEAD',
    (path: string) => `HEAD ${path} HTTP/1.1\r\nHost: a\r\n\r\nGET ${path} HTTP/1.1\r\n${last}`,
  ],
  ['HTTP/1.0', (path: string) => `GET ${path} HTTP/1.0\r\n\r\n`],
  [
    'HTTP/1.0 that stays',
    (path: string) =>
      `GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET ${path} HTTP/1.0\r\n\r\n`,
  ],
])('%s gets exactly what Node would send', async (_, request) => {
  const [written, node] = [await sent(request('/written')), await sent(request('/node'))];
  expect(written).toContain('etag: "1"');
  expect(written).toBe(node);
});
