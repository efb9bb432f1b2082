import { blogFields } from '../../../../blog/fields.ts';
import { layoutCpuMs } from '../../../../platform/markdown/layout-bounds.ts';
import { OutOfBounds } from '../../../../platform/threads/job-thread.ts';
import { createWorkerQueue } from '../../../../platform/threads/worker-queue.ts';
import type { Source } from './find-sources.ts';
import { intricate, SourceProblem } from './read-front-matter.ts';
import type { ReadBlog, ReadOptions } from './read-source.ts';
import type { ReadJob, ReadOutcome } from './read-thread.ts';

/** A text is parsed in its source form, and once more as Markdown. */
const readings = 2;

/** Reads files in a worker thread, each with the site's limits on time and memory for a text. */
export interface SourceReader {
  /** Throws `SourceProblem` with the reason if the file can't be a blog. */
  read(source: Source, options: ReadOptions): Promise<ReadBlog>;
  close(): Promise<void>;
}

export function createSourceReader(): SourceReader {
  const script = new URL('./read-thread.ts', import.meta.url);
  const worker = createWorkerQueue<ReadJob, ReadOutcome>({ script, isKept: true });
  return {
    async read(source, { category, author }) {
      const size = Math.min(source.size, blogFields.longDescription.max);
      const job = { owner: 'import', size, cpuMs: readings * layoutCpuMs(size) };
      const outcome = await worker
        .run({ source, options: { category, author } }, job)
        .catch((cause: unknown) => {
          const reason = cause instanceof Error ? cause.message : String(cause);
          throw new SourceProblem(
            cause instanceof OutOfBounds ? intricate : `it can't be read (${reason})`,
          );
        });
      if ('blog' in outcome) return outcome.blog;
      throw new SourceProblem(outcome.reason, { isIntended: outcome.isIntended });
    },
    close: worker.close,
  };
}
