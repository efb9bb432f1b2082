import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ask, listen, startApp } from '../testing.ts';
import { announceDraining, createDraining } from './draining.ts';
import { closeGracefully } from './graceful-close.ts';

async function askWith(agent: Agent, port: number, url: string) {
  const sent = request({ port, host: '127.0.0.1', path: url, agent });
  sent.end();
  const [response] = await once(sent, 'response');
  response.resume();
  await once(response, 'end');
  return response;
}

test('without open connections, a graceful close ends at once', async () => {
  const draining = createDraining(600_000);
  const { app } = await startApp(() => {}, { draining });
  await closeGracefully(draining, () => app.close());
  expect(draining.isDraining).toBe(true);
});

test('while draining, new requests are answered with Connection: close', async () => {
  const draining = createDraining(600_000);
  const { app, port } = await startApp((each) => each.get('/', async () => 'well'), { draining });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await askWith(agent, port, '/')).headers.connection).toBe('keep-alive');
  const closed = closeGracefully(draining, () => app.close());
  const fresh = await ask(port, '/');
  expect(fresh.status).toBe(200);
  expect(fresh.headers.connection).toBe('close');
  const last = await askWith(agent, port, '/');
  expect(last.statusCode).toBe(200);
  expect(last.headers.connection).toBe('close');
  await closed;
});

test('a request in progress is answered with Connection: close', async () => {
  const draining = createDraining(0);
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const { app, port } = await startApp(
    (each) => {
      announceDraining(each, draining);
      each.get('/slow', async () => {
        started.resolve();
        await release.promise;
        return 'done';
      });
    },
    { draining },
  );
  const answer = ask(port, '/slow', { headers: { connection: 'keep-alive' } });
  await started.promise;
  const closed = closeGracefully(draining, () => app.close());
  release.resolve();
  const { body, headers } = await answer;
  expect([body.toString(), headers.connection]).toEqual(['done', 'close']);
  await closed;
});

test('a connection that hangs is cut off at the hard stop', async () => {
  const draining = createDraining(0);
  const server = createServer(() => {});
  draining.watch(server);
  const port = await listen(server);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(server, 'request');
  const close = () => new Promise((resolve) => server.close(resolve));
  await Promise.all([closeGracefully(draining, close, { hardStopMs: 20 }), once(socket, 'close')]);
});

async function startProcess(drains: 'drains' | 'hangs'): Promise<ChildProcess> {
  const program = path.join(import.meta.dirname, 'stop-on-signal.fixture.ts');
  const child = spawn(process.execPath, [program, drains], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops the process with exit code 0',
  async (signal) => {
    const child = await startProcess('drains');
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);

test('a second signal ends the process at once', async () => {
  const child = await startProcess('hangs');
  child.kill('SIGINT');
  await once(child.stdout ?? child, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([1, null]);
});
