import { unavailable } from '../contract/problems.ts';
import { createFairQueue, type QueueBounds, type Waiting } from './fair-queue.ts';
import { type JobThread, startJobThread } from './job-thread.ts';

/** More than an honest site ever has waiting; in all as many characters as some thirty of the longest texts have. */
const queueBounds: QueueBounds = { perOwner: 32, inAll: 256, size: 32_000_000 };
/** Seconds after which it is worth trying again where the queue is full. */
const retryAfter = 5;

export interface WorkerQueueOptions {
  /** The module of the thread; it calls `answerJobs`. */
  readonly script: URL;
  /** Whether the thread stays when there is nothing to do: it takes a moment to start, and memory while it stays. */
  readonly isKept: boolean;
  /** MiB; enough for the longest honest text unless told. */
  readonly memoryMb?: number;
}

export interface Job extends Waiting {
  /** Milliseconds that it may compute. */
  readonly cpuMs: number;
}

/** One thread, and the jobs that wait for it; it is started when it is needed, and anew when a job was its end. */
export interface WorkerQueue<In, Out> {
  /** As `JobThread.run`. Throws `unavailable` where too much waits already, or the queue closes. */
  run(input: In, job: Job): Promise<Out>;
  close(): Promise<void>;
}

interface QueuedJob<In, Out> extends Job {
  readonly input: In;
  readonly done: PromiseWithResolvers<Out>;
}

export function createWorkerQueue<In, Out>({
  script,
  isKept,
  memoryMb,
}: WorkerQueueOptions): WorkerQueue<In, Out> {
  const queue = createFairQueue<QueuedJob<In, Out>>(queueBounds);
  let thread: JobThread<In, Out> | undefined;
  let working: Promise<void> | undefined;
  let isClosed = false;

  async function dropThread(): Promise<void> {
    const last = thread;
    thread = undefined;
    await last?.end();
  }

  async function readyThread(): Promise<JobThread<In, Out>> {
    if (!thread || thread.isGone) thread = await startJobThread<In, Out>(script, memoryMb);
    if (isClosed) throw unavailable({ retryAfter });
    return thread;
  }

  async function next(): Promise<QueuedJob<In, Out> | undefined> {
    let job = queue.take();
    if (!job && !isKept) {
      await dropThread();
      job = queue.take();
    }
    // In the same breath, so that nothing is added to a queue that nobody looks at any more.
    if (!job) working = undefined;
    return job;
  }

  async function work(): Promise<void> {
    for (let job = await next(); job; job = await next()) {
      try {
        job.done.resolve(await (await readyThread()).run(job.input, job.cpuMs));
      } catch (error) {
        job.done.reject(isClosed ? unavailable({ retryAfter, cause: error }) : error);
        await dropThread();
      }
    }
  }

  return {
    run(input, job) {
      const queued = { ...job, input, done: Promise.withResolvers<Out>() };
      if (isClosed || !queue.add(queued)) return Promise.reject(unavailable({ retryAfter }));
      working ??= work();
      return queued.done.promise;
    },
    async close() {
      isClosed = true;
      await dropThread();
      await working;
    },
  };
}
