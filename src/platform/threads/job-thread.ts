import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Heap limit of a job in MiB; the longest real text needs about 170. */
const ordinaryMemoryMb = 384;
/** Wall-clock limit: a multiple of the CPU limit, but at least `leastWaitMs`, however busy the machine is. */
const patience = 3;
const leastWaitMs = 15_000;
/** Minimum interval in milliseconds between CPU time checks. */
const lookAgainMs = 20;

/** A job exceeded its CPU time or memory limit. */
export class OutOfBounds extends Error {
  override readonly name = 'OutOfBounds';
}

/** A job got too little CPU to finish in time: it is unknown whether it would have kept its limits. */
export class CpuStarvedError extends Error {
  override readonly name = 'CpuStarvedError';
}

/** A worker thread that runs one job at a time. */
export interface JobThread<In, Out> {
  /** True once the thread has ended. */
  readonly isGone: boolean;
  /**
   * Resolves to the job's outcome. Rejects with `OutOfBounds` if it exceeds `cpuMs` or the memory limit, with
   * `CpuStarvedError`, or with the job's own error; after each of these the thread is gone.
   */
  run(input: In, cpuMs: number): Promise<Out>;
  end(): Promise<void>;
}

function boundsOf(error: unknown): unknown {
  const isMemory =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? new OutOfBounds('memory', { cause: error }) : error;
}

async function usedMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Calls `end` once the thread has used `cpuMs` of CPU time, or several times that in wall-clock time. CPU time is the
 * criterion, because on a busy machine a harmless job takes longer by the clock.
 */
function watch(worker: Worker, cpuMs: number, end: (reason: Error) => void): () => void {
  const last = performance.now() + Math.max(cpuMs * patience, leastWaitMs);
  const usedBefore = usedMs(worker);
  let timer = setTimeout(look, cpuMs);
  let isOver = false;
  async function look(): Promise<void> {
    try {
      const used = (await usedMs(worker)) - (await usedBefore);
      if (isOver) return;
      if (used >= cpuMs) end(new OutOfBounds(`${Math.round(used)} ms`));
      else if (performance.now() >= last) end(new CpuStarvedError());
      else timer = setTimeout(look, Math.max(lookAgainMs, cpuMs - used));
    } catch {
      // The thread has ended; its own events report that.
    }
  }
  usedBefore.catch(() => {});
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Memory limits of a thread in MiB. */
export interface ThreadMemory {
  /** Heap limit; the default is enough for the longest ordinary text. */
  readonly memoryMb?: number | undefined;
  /** Limit of the young generation, in addition to `memoryMb`; a smaller one costs time. Default: the process's own. */
  readonly youngMb?: number | undefined;
}

/** Starts a thread with a module that calls `answerJobs`. It keeps the process alive only while it works. */
export async function startJobThread<In, Out>(
  script: URL,
  { memoryMb = ordinaryMemoryMb, youngMb }: ThreadMemory = {},
): Promise<JobThread<In, Out>> {
  const worker = new Worker(script, {
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      ...(youngMb !== undefined && { maxYoungGenerationSizeMb: youngMb }),
    },
  });
  await once(worker, 'message');
  let isGone = false;
  // An error between two jobs ends the thread; the next job detects that.
  worker.on('error', () => {});
  worker.on('exit', () => {
    isGone = true;
  });
  worker.unref();
  return {
    get isGone() {
      return isGone;
    },
    run(input, cpuMs) {
      const { promise, resolve, reject } = Promise.withResolvers<Out>();
      const stop = watch(worker, cpuMs, (reason) => {
        reject(reason);
        void worker.terminate();
      });
      const fail = (error: unknown) => reject(boundsOf(error));
      const gone = () => reject(new Error('The thread ended before its job.'));
      worker.on('message', resolve).on('error', fail).on('exit', gone);
      worker.ref();
      worker.postMessage(input);
      return promise.finally(() => {
        stop();
        worker.off('message', resolve).off('error', fail).off('exit', gone);
        worker.unref();
      });
    },
    async end() {
      await worker.terminate();
    },
  };
}
