import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { stopOnSignal } from '../../platform/http/closing/graceful-close.ts';
import { say } from './terminal.ts';

/** A worker that ended is replaced after this long, so that one that can't start doesn't spin. */
const restartDelayMs = 1_000;
/** Machines tidy their folder for temporary files up, and take what is older than some days. */
const untidiedMs = 60 * 60_000;
/** The message to a worker that has been replaced: it takes no more connections, answers those it has, and ends. */
export const retirement = 'retire';

/** True in the process that only watches over workers. */
export function isOverseer(workers: number): boolean {
  return workers > 1 && cluster.isPrimary;
}

/** The file in which workers tell each other what they have committed, as their overseer named it; its folder is theirs alone. */
export function siblingsFile(): string | undefined {
  return cluster.isWorker ? process.argv[2] : undefined;
}

function nameSiblingsFile(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-workers-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'changes.sqlite');
  cluster.setupPrimary({ args: [file] });
  setInterval(() => {
    const now = new Date();
    for (const end of ['', '-wal', '-shm']) utimes(`${file}${end}`, now, now).catch(() => {});
  }, untidiedMs).unref();
}

function livingWorkers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** Starts one more worker; resolves when it takes connections, to false where it ended instead. */
async function startOneMore(): Promise<boolean> {
  const worker = cluster.fork();
  const ended = once(worker, 'exit').then(() => false);
  return Promise.race([once(worker, 'listening').then(() => true), ended]);
}

/** Puts a new worker in the place of each, one after the other: the old one goes when the new one takes connections. */
function createReplacement(retired: Set<number>, isStopping: () => boolean): () => void {
  let running = Promise.resolve();
  let isNextAsked = false;

  async function replaceAll(): Promise<void> {
    isNextAsked = false;
    for (const worker of livingWorkers()) {
      if (isStopping()) return;
      const isStarted = await startOneMore();
      if (isStopping()) return;
      if (!isStarted) {
        say('A new process did not start: the others go on as they are.');
        return;
      }
      if (worker.isDead() || !worker.isConnected()) continue;
      retired.add(worker.id);
      const ended = once(worker, 'exit');
      worker.send(retirement);
      await ended;
    }
    say('Every process has been replaced.');
  }

  return () => {
    // Who asks meanwhile wants what is begun after that, and so does everybody else who asks until then.
    if (isNextAsked) return;
    isNextAsked = true;
    running = running.then(replaceAll);
  };
}

/**
 * Starts `count` processes that share the port, replaces those that end, and ends with them. At a SIGHUP each is replaced
 * by a new one without a lost request. `claim` is what a site says besides that nobody owns.
 */
export async function overseeWorkers(
  count: number,
  siteUrl: string,
  claim: readonly string[],
): Promise<void> {
  let isStopping = false;
  const ended = Promise.withResolvers<void>();
  const ready = new Set<number>();
  const retired = new Set<number>();

  cluster.on('exit', async (worker, code) => {
    if (isStopping) {
      if (livingWorkers().length === 0) ended.resolve();
      return;
    }
    if (!worker.exitedAfterDisconnect && code === 1 && ready.size === 0) process.exit(1);
    ready.delete(worker.id);
    retired.delete(worker.id);
    await wait(restartDelayMs);
    // One that was replaced, or that was one more, is not missed.
    if (!isStopping && livingWorkers().length < count) cluster.fork();
  });

  let isSaid = false;
  cluster.on('listening', (worker) => {
    ready.add(worker.id);
    if (ready.size < count || isSaid) return;
    isSaid = true;
    say(`${count} processes are ready at ${siteUrl}`, ...claim);
  });

  process.on(
    'SIGHUP',
    createReplacement(retired, () => isStopping),
  );
  stopOnSignal(
    async () => {
      isStopping = true;
      const workers = livingWorkers();
      say('Asked to end: the processes finish what runs.');
      if (workers.length === 0) return;
      for (const worker of workers) {
        // One that is retired ends already; a second signal would cut its last replies off.
        if (!retired.has(worker.id)) worker.process.kill('SIGTERM');
      }
      await ended.promise;
      say('All processes have ended.');
    },
    (error) => say(`Not closed in order: ${String(error)}`),
  );
  nameSiblingsFile();
  for (let index = 0; index < count; index += 1) cluster.fork();
}
