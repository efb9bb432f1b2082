import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** How long those waited who asked for `/healthz`. */
export interface HealthzWaits {
  readonly asked: number;
  /** Asked, and not answered with 200. */
  readonly failed: number;
  /** Milliseconds. */
  readonly longestMs: number;
  /** Milliseconds that one in a hundred waited for at least. */
  readonly p99Ms: number;
}

/**
 * Does `work` while a thread of its own asks the site on this port for `/healthz` again and again, so that nothing but
 * the server makes it wait.
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
    const told = once(worker, 'message');
    worker.postMessage('stop');
    const [waits] = await told;
    return [result, waits as HealthzWaits];
  } finally {
    await worker.terminate();
  }
}
