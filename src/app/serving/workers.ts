import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { stopOnSignal } from '../../platform/http/closing/graceful-close.ts';
import { say } from './terminal.ts';

/** Delay before a worker is replaced, so that one that fails at its start doesn't loop. */
const restartDelayMs = 1_000;
/** Operating systems delete temporary files older than some days. */
const untidiedMs = 60 * 60_000;
/** Argument of the first worker, after the file's name: it prepares the site for all. */
const preparing = 'prepare';
/** Message to a replaced worker: it stops accepting connections, finishes its requests and exits. */
export const retirement = 'retire';

/** Message of the first worker once the site is prepared: lines to print when it is ready. */
interface Prepared {
  readonly claim: readonly string[];
}

function isPrepared(message: unknown): message is Prepared {
  return typeof message === 'object' && message !== null && 'claim' in message;
}

/** True in the process that only supervises workers. */
export function isSupervisor(workers: number): boolean {
  return workers > 1 && cluster.isPrimary;
}

/** True in the single process of a start that migrates, fills and prints: the only one, or the first worker. */
export function isFirstProcess(): boolean {
  return cluster.isPrimary || process.argv[3] === preparing;
}

/**
 * Notifies the primary process that the other workers may start; false where there is none, so that this process prints the lines
 * itself.
 */
export function reportPrepared(claim: readonly string[]): boolean {
  if (cluster.isPrimary) return false;
  process.send?.({ claim } satisfies Prepared);
  return true;
}

/** The file through which workers share their commits, named by the primary process; its folder is private. */
export function siblingsFile(): string | undefined {
  return cluster.isWorker ? process.argv[2] : undefined;
}

function nameSiblingsFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-workers-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'changes.sqlite');
  setInterval(() => {
    const now = new Date();
    for (const end of ['', '-wal', '-shm']) utimes(`${file}${end}`, now, now).catch(() => {});
  }, untidiedMs).unref();
  return file;
}

function livingWorkers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** Starts one more worker; resolves to true when it listens, to false where it exited. */
async function startOneMore(): Promise<boolean> {
  const worker = cluster.fork();
  const ended = once(worker, 'exit').then(() => false);
  return Promise.race([once(worker, 'listening').then(() => true), ended]);
}

/** Rolling restart after `begin`: replaces the workers one by one; the old one retires when the new one listens. */
function createReplacement(
  begin: Promise<void>,
  retired: Set<number>,
  isStopping: () => boolean,
): () => void {
  let running = begin;
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
    // Requests during a restart are merged into one further restart.
    if (isNextAsked) return;
    isNextAsked = true;
    running = running.then(replaceAll);
  };
}

/**
 * Starts `count` processes that share the port, replaces those that exit, and exits with them. The first prepares the
 * site and serves it before the others start: a start takes no longer with them. SIGHUP starts a rolling restart
 * without a lost request.
 */
export async function superviseWorkers(count: number, siteUrl: string): Promise<void> {
  let isStopping = false;
  /** Lines about claiming the site, once it is prepared. */
  let claim: readonly string[] | undefined;
  const ended = Promise.withResolvers<void>();
  const allReady = Promise.withResolvers<void>();
  const ready = new Set<number>();
  const retired = new Set<number>();
  const file = nameSiblingsFile();

  function startMissing(): void {
    cluster.setupPrimary({ args: claim ? [file] : [file, preparing] });
    for (let living = livingWorkers().length; living < (claim ? count : 1); living += 1) {
      cluster.fork();
    }
  }

  cluster.on('message', (_worker, message) => {
    if (isPrepared(message)) claim = message.claim;
  });
  cluster.on('exit', async (worker, code) => {
    if (isStopping) {
      if (livingWorkers().length === 0) ended.resolve();
      return;
    }
    if (!worker.exitedAfterDisconnect && code === 1 && ready.size === 0) process.exit(1);
    ready.delete(worker.id);
    retired.delete(worker.id);
    await wait(restartDelayMs);
    // A replaced or surplus worker needs no successor.
    if (!isStopping) startMissing();
  });

  let isFirst = true;
  let isSaid = false;
  cluster.on('listening', (worker) => {
    ready.add(worker.id);
    if (isFirst) {
      isFirst = false;
      say(`The Content Hub is ready at ${siteUrl}`, ...(claim ?? []));
      if (!isStopping) startMissing();
    }
    if (ready.size < count || isSaid) return;
    isSaid = true;
    say(`${count} processes share what is asked for.`);
    allReady.resolve();
  });

  process.on(
    'SIGHUP',
    createReplacement(allReady.promise, retired, () => isStopping),
  );
  stopOnSignal(
    async () => {
      isStopping = true;
      const workers = livingWorkers();
      say('Asked to end: the processes finish what runs.');
      if (workers.length === 0) return;
      for (const worker of workers) {
        // A retired worker exits already; a second signal would abort its last replies.
        if (!retired.has(worker.id)) worker.process.kill('SIGTERM');
      }
      await ended.promise;
      say('All processes have ended.');
    },
    (error) => say(`Not closed in order: ${String(error)}`),
  );
  startMissing();
}
