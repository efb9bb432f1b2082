import { unavailable } from '../contract/problems.ts';
import { createFairQueue, type QueueBounds, type Waiting } from './fair-queue.ts';
import { type JobThread, startJobThread, type ThreadMemory } from './job-thread.ts';

/** Above ordinary use; the size is that of about thirty texts of the maximum length. */
const queueBounds: QueueBounds = { perOwner: 32, inAll: 256, size: 32_000_000 };
/** Seconds for `Retry-After` when the queue is full. */
const retryAfter = 5;

export interface WorkerQueueOptions extends ThreadMemory {
  /** The worker's module, which calls `answerJobs`. */
  readonly script: URL;
  /** Whether an idle worker is kept: starting one takes time, keeping one takes memory. */
  readonly isKept: boolean;
}

export interface Job extends Waiting {
  /** CPU time limit in milliseconds. */
  readonly cpuMs: number;
}

/** One worker thread and its job queue. The thread starts with the first job and is replaced if a job ends it. */
export interface WorkerQueue<In, Out> {
  /** Runs one job, as `JobThread.run`. Rejects with `unavailable` if the queue is full or closed. */
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
  youngMb,
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
    if (!thread || thread.isGone)
      thread = await startJobThread<In, Out>(script, { memoryMb, youngMb });
    if (isClosed) throw unavailable({ retryAfter });
    return thread;
  }

  async function next(): Promise<QueuedJob<In, Out> | undefined> {
    let job = queue.take();
    if (!job && !isKept) {
      await dropThread();
      job = queue.take();
    }
    // Synchronously with the empty `take`, so that no job is added after the loop has ended.
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
