import { blogFields } from '../../../../../blog/fields.ts';
import { layoutCpuMs } from '../../../../../platform/markdown/layout-bounds.ts';
import { OutOfBounds } from '../../../../../platform/threads/job-thread.ts';
import { createWorkerQueue } from '../../../../../platform/threads/worker-queue.ts';
import { importYoungMb } from '../formats/text/text-reader.ts';
import { intricate, SourceProblem } from '../read-front-matter.ts';
import type { FinishedText, TextToFinish } from './finish-text.ts';
import type { TextJob, TextOutcome } from './imported-text-thread.ts';

/** A text is parsed for its pictures, with new addresses, and for its layout. */
const readings = 3;

/** Processes imported texts in a worker thread, each with the site's limits on time and memory for a text. */
export interface TextWorker {
  /** The addresses of the pictures in a Markdown text. Throws `SourceProblem`, as does `finish`. */
  picturesIn(markdown: string): Promise<readonly string[]>;
  finish(text: TextToFinish): Promise<FinishedText>;
  close(): Promise<void>;
}

export function createTextWorker(): TextWorker {
  const script = new URL('./imported-text-thread.ts', import.meta.url);
  const worker = createWorkerQueue<TextJob, TextOutcome>({
    script,
    isKept: true,
    youngMb: importYoungMb,
  });

  async function ask(input: TextJob, characters: number): Promise<TextOutcome> {
    const size = Math.min(characters, blogFields.longDescription.max);
    const outcome = await worker
      .run(input, { owner: 'import', size, cpuMs: readings * layoutCpuMs(size) })
      .catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new SourceProblem(
          cause instanceof OutOfBounds ? intricate : `it can't be read (${reason})`,
        );
      });
    if ('reason' in outcome) {
      throw new SourceProblem(outcome.reason, { isIntended: outcome.isIntended });
    }
    return outcome;
  }

  return {
    async picturesIn(markdown) {
      const outcome = await ask({ markdown }, markdown.length);
      return 'pictures' in outcome ? outcome.pictures : [];
    },
    async finish(text) {
      const outcome = await ask({ finish: text }, text.markdown.length);
      if ('finished' in outcome) return outcome.finished;
      throw new SourceProblem("it can't be read");
    },
    close: worker.close,
  };
}
