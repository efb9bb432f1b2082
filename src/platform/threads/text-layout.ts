import { unavailable } from '../contract/problems.ts';
import { type Layout, layoutCpuMs } from '../markdown/layout-bounds.ts';
import { inQueue } from '../telemetry/queues.ts';
import { CpuStarvedError, OutOfBounds } from './job-thread.ts';
import { createWorkerQueue } from './worker-queue.ts';

/** Length limit in characters; longer texts have their own worker, so that they don't delay ordinary ones. */
const quickMax = 64_000;
const script = new URL('./layout-thread.ts', import.meta.url);

/** Renders texts in worker threads, with limits on CPU time and memory. */
export interface TextLayout {
  /**
   * Resolves to undefined for a text that exceeds its CPU time, memory or size, which another attempt would not change.
   * Rejects with `unavailable` if the queue is full or the machine too busy. `owner` is a person's id or the name of
   * another caller; the queue is round-robin over owners.
   */
  layOut(markdown: string, owner: string): Promise<Layout | undefined>;
  /** Ends the workers; queued texts are rejected with `unavailable`. */
  close(): Promise<void>;
}

export interface TextLayoutOptions {
  /** CPU time limit in milliseconds for a text of the given length. */
  readonly cpuMsOf?: (characters: number) => number;
}

/** Creates two workers, each started with its first text. */
export function createTextLayout({ cpuMsOf = layoutCpuMs }: TextLayoutOptions = {}): TextLayout {
  const quick = createWorkerQueue<string, Layout | undefined>({ script, isKept: true });
  const long = createWorkerQueue<string, Layout | undefined>({ script, isKept: false });
  return {
    async layOut(markdown, owner) {
      const size = markdown.length;
      const worker = size > quickMax ? long : quick;
      try {
        return await inQueue('layout', worker.run(markdown, { owner, size, cpuMs: cpuMsOf(size) }));
      } catch (error) {
        if (error instanceof OutOfBounds) return undefined;
        if (error instanceof CpuStarvedError) throw unavailable({ retryAfter: 5, cause: error });
        throw error;
      }
    },
    async close() {
      await Promise.all([quick.close(), long.close()]);
    },
  };
}
