import { unavailable } from '../contract/problems.ts';
import { type Layout, layoutCpuMs } from '../markdown/layout-bounds.ts';
import { inQueue } from '../telemetry/queues.ts';
import { OutOfBounds, Starved } from './job-thread.ts';
import { createWorkerQueue } from './worker-queue.ts';

/** Longer texts wait for each other on a thread of their own, and never hold up what people usually write. */
const quickMax = 64_000;
const script = new URL('./layout-thread.ts', import.meta.url);

/** Lays texts out beside the event loop, within bounds of time and memory. */
export interface TextLayout {
  /**
   * Resolves to the layout; to undefined for a text that takes too long, too much memory or becomes too large: it would
   * again. Throws `unavailable` where too much waits or the machine is too busy. `owner` is a person's id, or names
   * what else asks: owners take turns.
   */
  layOut(markdown: string, owner: string): Promise<Layout | undefined>;
  /** Ends the threads; what still waits is `unavailable`. */
  close(): Promise<void>;
}

export interface TextLayoutOptions {
  /** Milliseconds that a text of so many characters may compute. */
  readonly cpuMsOf?: (characters: number) => number;
}

/** Two threads, each started when it is first needed. */
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
        if (error instanceof Starved) throw unavailable({ retryAfter: 5, cause: error });
        throw error;
      }
    },
    async close() {
      await Promise.all([quick.close(), long.close()]);
    },
  };
}
