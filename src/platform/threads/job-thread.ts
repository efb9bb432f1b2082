import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Most memory that a job's objects may take, in MiB; the longest honest text needs some 170. */
const ordinaryMemoryMb = 384;
/** However busy the machine is, a job is ended after so many times what it may compute, but not before `leastWaitMs`. */
const patience = 3;
const leastWaitMs = 15_000;
/** A job that is due is looked at again after this, in milliseconds, at the earliest. */
const lookAgainMs = 20;

/** A job took more time or more memory than it may. */
export class OutOfBounds extends Error {
  override readonly name = 'OutOfBounds';
}

/** A job got too little of the machine to be done in time: nobody can say whether it would have kept within its bounds. */
export class Starved extends Error {
  override readonly name = 'Starved';
}

/** A thread that does one job at a time. */
export interface JobThread<In, Out> {
  /** True once it can't work any more. */
  readonly isGone: boolean;
  /**
   * Resolves to the job's outcome. Rejects with `OutOfBounds` where it computes for more than `cpuMs` or needs too much
   * memory, with `Starved`, and with whatever the job throws: then the thread is gone.
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
 * Calls `end` once the thread has computed for `cpuMs`, or has waited for several times as long. The time that it
 * computes counts, not the clock: on a busy machine an honest job takes longer by the clock alone.
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
      else if (performance.now() >= last) end(new Starved());
      else timer = setTimeout(look, Math.max(lookAgainMs, cpuMs - used));
    } catch {
      // The thread is gone, and says so by itself.
    }
  }
  usedBefore.catch(() => {});
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** How much memory a thread's objects may take, in MiB. */
export interface ThreadMemory {
  /** The default is enough for the longest ordinary text. */
  readonly memoryMb?: number | undefined;
  /** For new objects, beside `memoryMb`: less of it costs time. The process's own bound by default. */
  readonly youngMb?: number | undefined;
}

/** Starts a thread with a module that calls `answerJobs`. It keeps the process alive while it works, and only then. */
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
  // What goes wrong between two jobs ends the thread; the next job finds it gone.
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
