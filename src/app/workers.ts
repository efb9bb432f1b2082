import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { stopOnSignal } from '../platform/http/graceful-close.ts';
import { say } from './terminal.ts';

/** A worker that ended is replaced after this long, so that one that can't start doesn't spin. */
const restartDelayMs = 1_000;

/** True in the process that only watches over workers. */
export function isOverseer(workers: number): boolean {
  return workers > 1 && cluster.isPrimary;
}

/** Starts `count` processes that share the port, replaces those that end, and ends with them. */
export async function overseeWorkers(count: number, siteUrl: string): Promise<void> {
  let isStopping = false;
  const ended = Promise.withResolvers<void>();

  cluster.on('exit', async (worker, code) => {
    const left = Object.keys(cluster.workers ?? {}).length;
    if (isStopping) {
      if (left === 0) ended.resolve();
      return;
    }
    if (!worker.exitedAfterDisconnect && code === 1 && ready.size === 0) process.exit(1);
    ready.delete(worker.id);
    await wait(restartDelayMs);
    if (!isStopping) cluster.fork();
  });

  const ready = new Set<number>();
  cluster.on('listening', (worker) => {
    ready.add(worker.id);
    if (ready.size === count) say(`${count} processes are ready at ${siteUrl}`);
  });

  stopOnSignal(
    async () => {
      isStopping = true;
      const workers = Object.values(cluster.workers ?? {});
      if (workers.length === 0) return;
      for (const worker of workers) worker?.process.kill('SIGTERM');
      await ended.promise;
    },
    (error) => say(`Not closed in order: ${String(error)}`),
  );
  for (let index = 0; index < count; index += 1) cluster.fork();
}
