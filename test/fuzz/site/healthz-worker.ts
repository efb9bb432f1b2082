/** The worker thread of `whileWatching`: posts "begun", and after "stop" its result. */
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { WireConnection } from '../wire/wire.ts';
import type { HealthzWaits } from './watch-healthz.ts';

const pauseMs = 10;
const { port } = workerData as { readonly port: number };
const request = Buffer.from(`GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
const connection = new WireConnection(port);
const waits: number[] = [];
let failed = 0;
let isStopped = false;

function read(): HealthzWaits {
  const sorted = waits.toSorted((one, other) => one - other);
  const longestMs = sorted.at(-1) ?? 0;
  const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return { asked: waits.length, failed, longestMs, p99Ms };
}

parentPort?.on('message', () => {
  isStopped = true;
});

// The first request opens the connection and warms up the code: it isn't counted.
await connection.ask(request);
parentPort?.postMessage('begun');
while (!isStopped) {
  const begun = performance.now();
  const outcome = await connection.ask(request);
  waits.push(performance.now() - begun);
  if (typeof outcome === 'string' || outcome.status !== 200) failed += 1;
  await wait(pauseMs);
}
connection.close();
parentPort?.postMessage(read());
parentPort?.close();
