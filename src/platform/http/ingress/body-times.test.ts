import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { boundBodies, giveBodyTime } from './body-times.ts';

/** A server that gives request bodies of `/large` more time, and the codes of its client errors. */
async function start(ordinary: number) {
  const errorCodes: unknown[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    if (request.url === '/large') giveBodyTime(request, 60_000);
    request.on('error', () => {});
    request.on('end', () => response.end('all there')).resume();
  });
  boundBodies(server, { ordinary, check: 5 });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    errorCodes.push(error.code);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, errorCodes };
}

function begin(port: number, path: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab`);
  const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
  return { socket, closed };
}

test('a late request body times out, except one that was given more time', async () => {
  const { port, errorCodes } = await start(1);
  const large = begin(port, '/large');
  const small = begin(port, '/small');
  expect(await small.closed).toBe('closed');
  expect(errorCodes).toEqual(['ERR_HTTP_REQUEST_TIMEOUT']);
  const reply = new Promise<string>((resolve) =>
    large.socket.once('data', (data) => resolve(data.toString())),
  );
  large.socket.write('cd');
  expect(await reply).toContain('all there');
  large.socket.destroy();
});

test('a complete request body does not time out', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { port, errorCodes } = await start(1_000);
  const { socket } = begin(port, '/small');
  const reply = new Promise((resolve) => socket.once('data', resolve));
  socket.write('cd');
  await reply;
  vi.advanceTimersByTime(10_000);
  expect(errorCodes).toEqual([]);
  socket.destroy();
});
