import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { unavailable } from '../contract/problems.ts';
import { createFairQueue, type Waiting } from './fair-queue.ts';

/** An idle process is ended after this time: it takes about 80 MiB. */
const idleMs = 20_000;
/** Seconds until a retry makes sense if the queue is full. */
const retryAfter = 5;
/** Lower CPU priority than the server's (nice value: 0 is the default, 19 the lowest priority). */
const priority = 10;

/** Runs jobs in a child process, one at a time: a crash ends only that process. */
export interface JobProcess<In, Out> {
  /** Rejects with `unavailable` if the queue is full or closed. The queue is round-robin over owners. */
  run(job: In, owner: string): Promise<Out>;
  close(): Promise<void>;
}

export interface JobProcessOptions<Out> {
  /** A module that sends `ready`, then one outcome per message. Messages may contain `Uint8Array`s. */
  readonly script: URL;
  /** Timeout per job in milliseconds; then the process is ended. */
  readonly deadline: number;
  /** Maximum queue length. */
  readonly waitingMax: number;
  /** Builds the outcome of a job that crashed the process or exceeded its timeout. */
  readonly failed: (reason: string, isTooSlow: boolean) => Out;
  /** False for an outcome after which the process must be replaced. */
  readonly isSound: (outcome: Out) => boolean;
  /** Milliseconds after which an idle process is ended. */
  readonly idle?: number | undefined;
}

interface QueuedJob<In, Out> extends Waiting {
  readonly job: In;
  readonly done: PromiseWithResolvers<Out>;
}

/**
 * Starts a process without the site's environment, which contains secrets, and with a smaller heap than the default.
 */
async function startProcess(script: URL): Promise<ChildProcess> {
  const child = fork(fileURLToPath(script), [], {
    env: {},
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=128'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  await Promise.race([once(child, 'message'), once(child, 'exit').then(gone)]);
  try {
    if (child.pid !== undefined) setPriority(child.pid, priority);
  } catch {
    // Not permitted, or the process has ended, which the first job detects.
  }
  return child;
}

function gone(): never {
  throw new Error('The process ended as it was started.');
}

/** Sends a job and waits for its outcome; a crash or timeout counts as a failed job. */
async function ask<In extends object, Out>(
  child: ChildProcess,
  job: In,
  { deadline, failed }: Pick<JobProcessOptions<Out>, 'deadline' | 'failed'>,
): Promise<Out> {
  const { promise, resolve } = Promise.withResolvers<Out>();
  const onExit = () => resolve(failed('It was the end of the process.', false));
  const timer = setTimeout(() => resolve(failed(`It took ${deadline} ms.`, true)), deadline);
  child.once('message', resolve).once('exit', onExit);
  child.send(job, (error) => error && onExit());
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', onExit);
  }
}

export function createJobProcess<In extends object, Out>(
  options: JobProcessOptions<Out>,
): JobProcess<In, Out> {
  const { script, waitingMax, isSound, idle = idleMs } = options;
  const queue = createFairQueue<QueuedJob<In, Out>>({
    perOwner: waitingMax,
    inAll: waitingMax,
    size: waitingMax,
  });
  let child: ChildProcess | undefined;
  let resting: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let isClosed = false;

  /** By SIGKILL: the process has no state to clean up and may be stuck in a decoder. */
  async function dropProcess(): Promise<void> {
    clearTimeout(resting);
    const last = child;
    child = undefined;
    if (!last || last.exitCode !== null || last.signalCode !== null) return;
    last.kill('SIGKILL');
    await once(last, 'exit');
  }

  async function run({ job }: QueuedJob<In, Out>): Promise<Out> {
    clearTimeout(resting);
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      child = await startProcess(script);
    }
    if (isClosed) throw unavailable({ retryAfter });
    const outcome = await ask(child, job, options);
    // Replaces the process, because a failed job may have corrupted its state.
    if (!isSound(outcome)) await dropProcess();
    return outcome;
  }

  async function work(): Promise<void> {
    for (let next = queue.take(); next; next = queue.take()) {
      try {
        next.done.resolve(await run(next));
      } catch (error) {
        next.done.reject(isClosed ? unavailable({ retryAfter, cause: error }) : error);
        await dropProcess();
      }
    }
    working = undefined;
    resting = setTimeout(() => void dropProcess(), idle).unref();
  }

  return {
    run(job, owner) {
      const queued = { job, owner, size: 1, done: Promise.withResolvers<Out>() };
      if (isClosed || !queue.add(queued)) return Promise.reject(unavailable({ retryAfter }));
      working ??= work();
      return queued.done.promise;
    },
    async close() {
      isClosed = true;
      await dropProcess();
      await working;
      await dropProcess();
    },
  };
}
