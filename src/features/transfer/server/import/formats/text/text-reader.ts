import { blogFields } from '../../../../../../blog/fields.ts';
import { layoutCpuMs } from '../../../../../../platform/markdown/layout-bounds.ts';
import { OutOfBounds } from '../../../../../../platform/threads/job-thread.ts';
import { createWorkerQueue } from '../../../../../../platform/threads/worker-queue.ts';
import { intricate, SourceProblem } from '../../read-front-matter.ts';
import type { Markup, ReadText } from './markup.ts';
import type { TextOutcome } from './text-thread.ts';

/** A small heap: an import can be slow, and leaves the memory to the site's readers. */
export const importYoungMb = 6;
/** Longer texts are refused: HTML is at most some three times as long as its text. */
const charactersMax = 4 * blogFields.longDescription.max;
/** A text is parsed in its source format, and once more as Markdown. */
const readings = 2;

/** Reads other systems' texts in a worker thread, each with the site's limits on time and memory for a text. */
export interface TextReader {
  /** Throws `SourceProblem` with the reason if the text can't be read. */
  read(markup: Markup): Promise<ReadText>;
  /** Reads several short texts, such as comments; undefined for each that can't be read. */
  readAll(markups: readonly Markup[]): Promise<readonly (ReadText | undefined)[]>;
  close(): Promise<void>;
}

export function createTextReader(): TextReader {
  const script = new URL('./text-thread.ts', import.meta.url);
  const worker = createWorkerQueue<readonly Markup[], readonly TextOutcome[]>({
    script,
    isKept: true,
    youngMb: importYoungMb,
  });

  async function run(markups: readonly Markup[]): Promise<readonly TextOutcome[]> {
    const size = markups.reduce((sum, { text }) => sum + text.length, 0);
    const job = { owner: 'import', size, cpuMs: readings * layoutCpuMs(size) };
    return await worker.run(markups, job);
  }

  async function read(markup: Markup): Promise<ReadText> {
    if (markup.text.length > charactersMax) {
      throw new SourceProblem(
        `its text is longer than ${charactersMax.toLocaleString('en')} characters`,
      );
    }
    const [outcome] = await run([markup]).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new SourceProblem(
        cause instanceof OutOfBounds ? intricate : `it can't be read (${reason})`,
      );
    });
    if (outcome && 'markdown' in outcome) return outcome;
    throw new SourceProblem(`it can't be read (${outcome?.problem})`);
  }

  async function oneByOne(markups: readonly Markup[]): Promise<(ReadText | undefined)[]> {
    const results: (ReadText | undefined)[] = [];
    for (const markup of markups) results.push(await read(markup).catch(() => undefined));
    return results;
  }

  return {
    read,
    async readAll(markups) {
      const short = markups.filter(({ text }) => text.length <= charactersMax);
      const outcomes = short.length > 0 ? await run(short).catch(() => undefined) : [];
      // If one exceeds the limits, each is read separately, so that only that one fails.
      const each = outcomes ?? (await oneByOne(short));
      const byMarkup = new Map(short.map((markup, index) => [markup, each[index]]));
      return markups.map((markup) => {
        const outcome = byMarkup.get(markup);
        return outcome && 'markdown' in outcome ? outcome : undefined;
      });
    },
    close: worker.close,
  };
}
