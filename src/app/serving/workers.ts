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
/** Says to the first worker, behind the name of the file, that it prepares the site for all of them. */
const preparing = 'prepare';
/** The message to a worker that has been replaced: it takes no more connections, answers those it has, and ends. */
export const retirement = 'retire';

/** What the first worker tells once the site is prepared: the lines to be said when it is ready. */
interface Prepared {
  readonly claim: readonly string[];
}

function isPrepared(message: unknown): message is Prepared {
  return typeof message === 'object' && message !== null && 'claim' in message;
}

/** True in the process that only watches over workers. */
export function isOverseer(workers: number): boolean {
  return workers > 1 && cluster.isPrimary;
}

/** True in the one process of a start that migrates, fills and tells: the only one, or the first worker. */
export function isFirstProcess(): boolean {
  return cluster.isPrimary || process.argv[3] === preparing;
}

/** Tells the overseer that others may start; false where there is none, and this process says itself what is to be said. */
export function tellPrepared(claim: readonly string[]): boolean {
  if (cluster.isPrimary) return false;
  process.send?.({ claim } satisfies Prepared);
  return true;
}

/** The file in which workers tell each other what they have committed, as their overseer named it; its folder is theirs alone. */
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

/** Starts one more worker; resolves when it takes connections, to false where it ended instead. */
async function startOneMore(): Promise<boolean> {
  const worker = cluster.fork();
  const ended = once(worker, 'exit').then(() => false);
  return Promise.race([once(worker, 'listening').then(() => true), ended]);
}

/**
 * Puts a new worker in the place of each, one after the other, from `begin` on: the old one goes when the new one takes
 * connections.
 */
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
    // Who asks meanwhile wants what is begun after that, and so does everybody else who asks until then.
    if (isNextAsked) return;
    isNextAsked = true;
    running = running.then(replaceAll);
  };
}

/**
 * Starts `count` processes that share the port, replaces those that end, and ends with them. The first prepares the site
 * and serves it before the others are begun: a start takes no longer with them. At a SIGHUP each is replaced by a new one
 * without a lost request.
 */
export async function overseeWorkers(count: number, siteUrl: string): Promise<void> {
  let isStopping = false;
  /** What a site says besides that nobody owns, once it is prepared. */
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
    // One that was replaced, or that was one more, is not missed.
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
        // One that is retired ends already; a second signal would cut its last replies off.
        if (!retired.has(worker.id)) worker.process.kill('SIGTERM');
      }
      await ended.promise;
      say('All processes have ended.');
    },
    (error) => say(`Not closed in order: ${String(error)}`),
  );
  startMissing();
}
