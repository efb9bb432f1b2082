import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Response times of `/healthz`. */
export interface HealthzWaits {
  readonly asked: number;
  /** Requests that weren't answered with 200. */
  readonly failed: number;
  /** Milliseconds. */
  readonly longestMs: number;
  /** 99th percentile in milliseconds. */
  readonly p99Ms: number;
}

/**
 * Runs `work` while a separate thread polls `/healthz` of the site on this port, so that only the server can delay it.
 */
export async function whileWatching<T>(
  port: number,
  work: () => Promise<T>,
): Promise<readonly [T, HealthzWaits]> {
  const worker = new Worker(new URL('./healthz-worker.ts', import.meta.url), {
    workerData: { port },
  });
  try {
    await once(worker, 'message');
    const result = await work();
    const reply = once(worker, 'message');
    worker.postMessage('stop');
    const [waits] = await reply;
    return [result, waits as HealthzWaits];
  } finally {
    await worker.terminate();
  }
}
