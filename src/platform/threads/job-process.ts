import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { unavailable } from '../contract/problems.ts';
import { createFairQueue, type Waiting } from './fair-queue.ts';

/** A process with nothing to do is ended after this: it takes some 80 MiB while it stays. */
const idleMs = 20_000;
/** Seconds after which it is worth trying again where too much waits. */
const retryAfter = 5;
/** Below what answers requests, by the measure of the system (0 is ordinary, 19 the least). */
const priority = 10;

/** Does jobs in a process of its own, one at a time: what goes wrong there takes that process along and no other. */
export interface JobProcess<In, Out> {
  /** Throws `unavailable` where too much waits, or all is closed. Owners take turns. */
  run(job: In, owner: string): Promise<Out>;
  close(): Promise<void>;
}

export interface JobProcessOptions<Out> {
  /** A module that sends `ready`, and then an outcome for each message. Instances of `Uint8Array` come through. */
  readonly script: URL;
  /** Milliseconds by the clock after which the process is ended. */
  readonly deadline: number;
  /** Most jobs that may wait. */
  readonly waitingMax: number;
  /** The outcome of a job that ended the process, or was ended with it. */
  readonly failed: (reason: string, isTooSlow: boolean) => Out;
  /** False for an outcome after which the process is better replaced. */
  readonly isSound: (outcome: Out) => boolean;
  /** Milliseconds after which a process with nothing to do is ended. */
  readonly idle?: number | undefined;
}

interface QueuedJob<In, Out> extends Waiting {
  readonly job: In;
  readonly done: PromiseWithResolvers<Out>;
}

/** Knows nothing of the site's secrets, and has less memory for objects than it would by itself. */
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
    // Not allowed here, or it is gone already; the first job finds out.
  }
  return child;
}

function gone(): never {
  throw new Error('The process ended as it was started.');
}

/** One answer, or none: a job that is the end of the process, or keeps it for too long, has failed. */
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

  /** By SIGKILL: it has nothing to put in order, and may be within a decoder. */
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
    // Whatever a bad job has left behind in there goes with the process.
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
