import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { type CapturedReply, captureReply, difference, ownHeadersOf } from './captured-reply.ts';

async function replyOf(listener: RequestListener): Promise<CapturedReply> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return captureReply(`http://127.0.0.1:${port}`, '/', { headers: { cookie: 'a=b' } });
}

const page = (text: string, headers: Readonly<Record<string, string>> = {}) =>
  replyOf((_request, response) => response.writeHead(200, headers).end(text));

test('headers that Node adds itself are not among those that a server has to set', async () => {
  const reply = await page('x', { 'X-Own': '1', 'Content-Length': '1' });
  expect(ownHeadersOf(reply)).toEqual(['X-Own', '1', 'Content-Length', '1']);
});

test('replies that differ only in timestamps and header order have no difference', async () => {
  const one = await page('at 1700000000001', { 'x-own': '1', etag: '"a"', vary: 'cookie' });
  const other = await page('at 1700000000002', { vary: 'cookie', 'x-own': '1', etag: '"b"' });
  expect(difference(one, other)).toBeUndefined();
});

test.each([
  ['a header that one lacks', 'x', {}],
  ['a header of another value', 'x', { 'x-own': '2' }],
  ['another text', 'y', { 'x-own': '1' }],
])('%s is a difference', async (_name, text, headers) => {
  expect(difference(await page('x', { 'x-own': '1' }), await page(text, headers))).toBeDefined();
});

test('another status is a difference', async () => {
  const wrong = await replyOf((_request, response) => response.writeHead(500).end('x'));
  expect(difference(await page('x'), wrong)).toBe('status 200 and 500');
});

test('compressed bodies are compared after decompression', async () => {
  const packed = (text: string) =>
    replyOf((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text)),
    );
  const one = await packed('at 1700000000001');
  expect(difference(one, await packed('at 1800000000002'))).toBeUndefined();
  expect(difference(one, await packed('another'))).toBe('bodies');
});
