/**
 * A stranger who asks for `/healthz` all the time, in a thread of its own, so that the load which the main thread makes
 * doesn't count as the server's.
 */
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Milliseconds between an answer and the next request. */
const pauseMs = 5;

export interface HealthProbe {
  /** Ends it. Resolves to the longest that an answer took, in milliseconds, and how many there were. */
  stop(): Promise<Waits>;
}

export interface Waits {
  readonly longestMs: number;
  readonly answers: number;
  readonly failures: number;
}

export async function startHealthProbe(origin: string): Promise<HealthProbe> {
  const worker = new Worker(new URL(import.meta.url), { workerData: origin });
  await new Promise((resolve) => worker.once('message', resolve));
  return {
    stop() {
      const waits = new Promise<Waits>((resolve) => worker.once('message', resolve));
      worker.postMessage('stop');
      return waits;
    },
  };
}

/** The longest wait of a stranger while `work` is done. */
export async function whileProbing<T>(
  origin: string,
  work: () => Promise<T>,
): Promise<readonly [T, Waits]> {
  const probe = await startHealthProbe(origin);
  const result = await work();
  return [result, await probe.stop()];
}

function ask(origin: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    get(`${origin}/healthz`, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200));
    }).on('error', () => resolve(false));
  });
}

async function probe(origin: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let isStopped = false;
  parentPort?.once('message', () => {
    isStopped = true;
  });
  const waits = { longestMs: 0, answers: 0, failures: 0 };
  // The first answer opens the connection and compiles the way; it counts for nothing.
  await ask(origin, agent);
  parentPort?.postMessage('ready');
  while (!isStopped) {
    const start = performance.now();
    if (await ask(origin, agent)) waits.answers += 1;
    else waits.failures += 1;
    waits.longestMs = Math.max(waits.longestMs, performance.now() - start);
    await wait(pauseMs);
  }
  agent.destroy();
  parentPort?.postMessage(waits);
}

if (!isMainThread) await probe(workerData);
