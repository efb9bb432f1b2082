import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { unavailable } from '../../../platform/contract/problems.ts';
import { inQueue } from '../../../platform/telemetry/queues.ts';
import { createFairQueue, type Waiting } from '../../../platform/threads/fair-queue.ts';
import type { MadePicture, PictureJob } from './picture-job.ts';

const script = fileURLToPath(new URL('./picture-process.ts', import.meta.url));

/** Milliseconds by the clock after which a process is ended: ten times what a large picture takes on a slow machine. */
const deadlineMs = 60_000;
/** A process with nothing to do is ended after this: it takes some 80 MiB while it stays. */
const idleMs = 20_000;
/** Seconds after which it is worth trying again where too much waits. */
const retryAfter = 5;
/** Each of them is a file of at most 20 MiB, and a second or two of work. */
const waitingMax = 16;

/** Makes pictures beside the event loop, one at a time for each process of the site. */
export interface PictureMaker {
  /** Throws `unavailable` where too much waits, or the maker closes. People take turns. */
  make(job: PictureJob, personId: string): Promise<MadePicture>;
  close(): Promise<void>;
}

interface QueuedJob extends Waiting {
  readonly job: PictureJob;
  readonly done: PromiseWithResolvers<MadePicture>;
}

export interface PictureMakerOptions {
  /** Milliseconds. */
  readonly deadline?: number;
  readonly idle?: number;
}

/** Knows nothing of the site's secrets, and has less memory for objects than it would by itself. */
async function startProcess(): Promise<ChildProcess> {
  const child = fork(script, [], {
    env: {},
    execArgv: ['--max-old-space-size=128'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  await Promise.race([once(child, 'message'), once(child, 'exit').then(gone)]);
  return child;
}

function gone(): never {
  throw new Error('The process that makes pictures ended.');
}

/** One answer, or none: a file that is the end of the process, or keeps it for too long, is no picture. */
async function ask(child: ChildProcess, job: PictureJob, deadline: number): Promise<MadePicture> {
  const { promise, resolve } = Promise.withResolvers<MadePicture>();
  const end = (reason: string, outcome: 'too-slow' | 'not-a-picture') =>
    resolve({ outcome, reason });
  const onExit = () => end('It was the end of the process.', 'not-a-picture');
  const timer = setTimeout(() => end(`It took ${deadline} ms.`, 'too-slow'), deadline);
  child.once('message', resolve).once('exit', onExit);
  child.send(job, (error) => error && onExit());
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', onExit);
  }
}

export function createPictureMaker(options: PictureMakerOptions = {}): PictureMaker {
  const { deadline = deadlineMs, idle = idleMs } = options;
  const queue = createFairQueue<QueuedJob>({
    perOwner: waitingMax,
    inAll: waitingMax,
    size: waitingMax,
  });
  let child: ChildProcess | undefined;
  let resting: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let isClosed = false;

  /** By SIGKILL: it has nothing to put in order, and may be within the decoder. */
  async function dropProcess(): Promise<void> {
    clearTimeout(resting);
    const last = child;
    child = undefined;
    if (!last || last.exitCode !== null || last.signalCode !== null) return;
    last.kill('SIGKILL');
    await once(last, 'exit');
  }

  async function run({ job }: QueuedJob): Promise<MadePicture> {
    clearTimeout(resting);
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      child = await startProcess();
    }
    if (isClosed) throw unavailable({ retryAfter });
    const made = await ask(child, job, deadline);
    const isSound = made.outcome === 'made' || made.outcome === 'too-many-pixels';
    // Whatever a file that is none has left behind in there goes with the process.
    if (!isSound) await dropProcess();
    return made;
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
    make({ file, folder }, owner) {
      const job = { file, folder };
      const queued = { job, owner, size: 1, done: Promise.withResolvers<MadePicture>() };
      if (isClosed || !queue.add(queued)) return Promise.reject(unavailable({ retryAfter }));
      working ??= work();
      return inQueue('pictures', queued.done.promise);
    },
    async close() {
      isClosed = true;
      await dropProcess();
      await working;
      await dropProcess();
    },
  };
}
