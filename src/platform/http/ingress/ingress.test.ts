import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ask, askRaw, startApp } from '../testing.ts';
import {
  boundConnections,
  defaultReadingTimes,
  type ReadingTimes,
  takenBytes,
  watchReaders,
} from './connections.ts';
import { readTrustedProxies } from './trusted-proxies.ts';

const line = 'GET /n HTTP/1.1\r\nHost: a\r\n\r\n';
/** More than kernels buffer for a connection that is not read from. */
const large = Buffer.alloc(24 * 1_024 * 1_024, 'x');

/** Opens a connection that sends this request and reads nothing. */
async function askUnread(port: number, message: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.pause().on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(message);
  return socket;
}

/** Resolves when the server has closed the connection; discards what it sent. */
async function untilCutOff(socket: Socket): Promise<void> {
  socket.resume();
  await once(socket, 'close');
}

test('pipelined requests are handled one at a time and answered in order', async () => {
  let running = 0;
  let most = 0;
  const { port } = await startApp((app) =>
    app.get('/:n', async (request) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return `<${(request.params as { n: string }).n}>`;
    }),
  );
  const paths = Array.from({ length: 20 }, (_, index) => String(index));
  const rows = paths.map((path) => line.replace('/n', `/${path}`)).join('');
  const answer = await askRaw(port, rows.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n'));
  expect(answer.match(/<\d+>/g)).toEqual(paths.map((path) => `<${path}>`));
  expect(most).toBe(1);
});

test('of 3,000 pipelined requests the first 33 are answered, the last with Connection: close', async () => {
  let count = 0;
  const { port } = await startApp((app) =>
    app.get('/n', async () => {
      count += 1;
      return `<${count}>`;
    }),
  );
  const answer = await askRaw(port, line.repeat(3_000));
  expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(33);
  expect(answer.match(/connection: close/gi)).toHaveLength(1);
  expect(answer).toMatch(/<33>$/);
  expect(count).toBe(33);
});

test('after a connection reset, its waiting pipelined requests never start and other requests are answered', async () => {
  let count = 0;
  let begun = () => {};
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const { port } = await startApp((app) =>
    app.get('/n', async (request) => {
      count += 1;
      begun();
      await once(request.raw.socket, 'close');
      return '';
    }),
  );
  const socket = await askUnread(port, line.repeat(10));
  await beginning;
  socket.resetAndDestroy();
  expect((await ask(port, '/elsewhere')).status).toBe(404);
  expect(count).toBe(1);
});

test('a client that reads nothing of a reply is disconnected', async () => {
  const reading = { stalled: 50, grace: 60_000, slowest: 1 };
  const { port, app } = await startApp((site) => site.get('/n', async () => large), {
    reading,
    timeouts: { headers: 10_000, request: 10_000, check: 10 },
  });
  const [held] = await Promise.all([once(app.server, 'connection'), askUnread(port, line)]);
  await once(held[0] as Socket, 'close');
});

/** A client that reads on demand from a server that has written much, and a check of the connection at a given time. */
async function startReader(times: ReadingTimes) {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  reader.on('error', () => {});
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(reader, 'connect')])) as [
    [Socket],
    unknown,
  ];
  onTestFinished(() => {
    reader.destroy();
    socket.destroy();
    server.close();
  });
  socket.on('error', () => {}).write(large);
  const look = watchReaders(new Set([socket]), times);
  const isLeftAt = (now: number) => {
    look(now);
    return !socket.destroyed;
  };
  /** Reads until the server sees that more bytes were taken. */
  async function read(): Promise<void> {
    const before = takenBytes(socket);
    reader.resume();
    while (takenBytes(socket) === before) await new Promise(setImmediate);
    reader.pause();
  }
  return { isLeftAt, read };
}

test('a client that reads nothing for the stall time is disconnected; each read restarts that time', async () => {
  const { isLeftAt, read } = await startReader({ stalled: 30, grace: 1_000, slowest: 1 });
  expect([0, 29].map(isLeftAt)).toEqual([true, true]);
  await read();
  expect([31, 60].map(isLeftAt)).toEqual([true, true]);
  expect(isLeftAt(61)).toBe(false);
});

test('a client that keeps reading, but below the minimum rate, is disconnected', async () => {
  const never = Number.POSITIVE_INFINITY;
  const { isLeftAt, read } = await startReader({ stalled: never, grace: 100, slowest: 1_000 });
  const isLeft = [isLeftAt(0), isLeftAt(99)];
  await read();
  isLeft.push(isLeftAt(100), isLeftAt(125));
  expect(isLeft).not.toContain(false);
  // At 1,000 bytes a second, the client would have read the whole reply by now.
  expect(isLeftAt(large.length)).toBe(false);
});

/** A server's side of a connection from an address. */
function connectionFrom(remoteAddress: string | undefined): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
}

test('connections are limited per network, except for trusted proxies and this machine', async () => {
  const refused: string[] = [];
  const server = createServer();
  boundConnections(server, {
    limits: { max: 100, perNetwork: 2 },
    times: defaultReadingTimes,
    check: 1_000,
    proxies: readTrustedProxies('198.51.100.1'),
    onRefused: (limit, network) => refused.push(`${limit} ${network}`),
  });
  const come = (address: string | undefined) => {
    const socket = connectionFrom(address);
    server.emit('connection', socket);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const first = come('192.0.2.1');
  come('::ffff:192.0.2.99');
  expect(come('192.0.2.3').destroyed).toBe(true);
  for (const own of ['127.0.0.1', '::1', '198.51.100.1', undefined]) {
    expect([1, 2, 3].map(() => come(own).destroyed)).toEqual([false, false, false]);
  }
  expect(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((each) => come(each).destroyed)).toEqual(
    [false, false, true],
  );
  expect(refused).toEqual(['perNetwork 192.0.2.0/24', 'perNetwork 2001:db8:0:0::/64']);
  first.destroy();
  await once(first, 'close');
  expect(come('192.0.2.4').destroyed).toBe(false);
  expect(come('192.0.2.5').destroyed).toBe(true);
});

test('when all connections are taken, a new one is refused, an idle one is closed and one warning is logged', async () => {
  const { port, lines } = await startApp((site) => site.get('/n', async () => 'n'), {
    connections: { max: 1, perNetwork: 1 },
  });
  const idle = connect(port, '127.0.0.1');
  idle.write(line);
  await once(idle, 'data');
  const [refused] = [connect(port, '127.0.0.1').on('error', () => {}), idle.on('error', () => {})];
  await Promise.all([once(refused, 'close'), once(idle, 'close')]);
  expect((await ask(port, '/n')).status).toBe(200);
  expect(lines.filter((each) => each.includes('CONNECTIONS_MAX'))).toHaveLength(1);
});

test('a CONNECT is refused and its connection closed, though its client keeps its side open', async () => {
  const { port, app } = await startApp(() => {});
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const [[held]] = await Promise.all([once(app.server, 'connection'), once(socket, 'connect')]);
  socket.write('CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(held as Socket, 'close');
  await untilCutOff(socket.end());
});
