import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createFetchPublic } from './fetch-public.ts';

const bounds = { bytesMax: 100, timeoutMs: 5_000 };
const local = createFetchPublic({ isAllowed: () => true, allowsHttp: true });

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['https://127.0.0.1/', /not an address on the public internet/],
  ['https://[::1]/', /not an address on the public internet/],
  ['https://[::ffff:127.0.0.1]/', /not an address on the public internet/],
  ['https://2130706433/', /not an address on the public internet/],
  ['https://localhost/', /not an address on the public internet/],
  ['http://8.8.8.8/', /Only addresses that begin with https/],
  ['ftp://8.8.8.8/', /Only addresses that begin with https/],
  ['https://a:b@8.8.8.8/', /holds a user name/],
  ['nonsense', /no address/],
])('no request is sent to %s', async (url, reason) => {
  await expect(createFetchPublic()(url, bounds)).rejects.toThrow(reason);
});

test('the target of a redirect is checked like the first address, and redirects are limited in number', async () => {
  const asked: string[] = [];
  const origin = await serve(({ url = '' }, reply) => {
    asked.push(url);
    reply.writeHead(302, { location: url === '/inside' ? 'https://10.0.0.1/' : '/again' }).end();
  });
  const onlyLoopback = createFetchPublic({
    isAllowed: (address) => address === '127.0.0.1',
    allowsHttp: true,
  });
  await expect(onlyLoopback(`${origin}/inside`, { ...bounds, redirectsMax: 3 })).rejects.toThrow(
    /not an address on the public internet/,
  );
  await expect(local(`${origin}/round`, { ...bounds, redirectsMax: 2 })).rejects.toThrow(
    /too often/,
  );
  expect(asked).toEqual(['/inside', '/round', '/again', '/again']);
  expect((await local(`${origin}/round`, bounds)).status).toBe(302);
});

test('a request body arrives, and a reply larger than the limit is an error', async () => {
  const origin = await serve((request, reply) => {
    if (request.url === '/long') reply.end('x'.repeat(101));
    else request.pipe(reply);
  });
  const echoed = await local(`${origin}/`, { ...bounds, method: 'POST', body: 'wörds' });
  expect([echoed.status, echoed.body.toString()]).toEqual([200, 'wörds']);
  await expect(local(`${origin}/long`, bounds)).rejects.toThrow(/larger than 100 bytes/);
});

test('a request to a server that does not answer times out', async () => {
  const origin = await serve(() => {});
  await expect(local(`${origin}/`, { ...bounds, timeoutMs: 50 })).rejects.toThrow(/too long/);
});

test('a request whose host name is not resolved in time times out', async () => {
  const hanging = createFetchPublic({ resolve: () => new Promise(() => {}) });
  await expect(hanging('https://example.org/', { ...bounds, timeoutMs: 50 })).rejects.toThrow(
    /too long/,
  );
});

test('with isCut, a reply larger than the limit is truncated', async () => {
  const origin = await serve((_request, reply) => reply.end('x'.repeat(5_000)));
  const reply = await local(`${origin}/`, { ...bounds, isCut: true });
  expect([reply.status, reply.body.byteLength]).toEqual([200, 100]);
});
