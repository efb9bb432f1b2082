import { answerJobs } from '../../../../platform/threads/answer-jobs.ts';
import type { Source } from './find-sources.ts';
import { SourceProblem } from './read-front-matter.ts';
import { type ReadBlog, type ReadOptions, readSource } from './read-source.ts';

export interface ReadJob {
  readonly source: Source;
  readonly options: ReadOptions;
}

/** A problem in a form that can be sent between threads. */
export type ReadOutcome =
  | { readonly blog: ReadBlog }
  | { readonly reason: string; readonly isIntended: boolean };

answerJobs(async ({ source, options }: ReadJob): Promise<ReadOutcome> => {
  try {
    return { blog: await readSource(source, options) };
  } catch (error) {
    if (error instanceof SourceProblem) {
      return { reason: error.message, isIntended: error.isIntended };
    }
    // An unexpected error fails only this file.
    const reason = `it can't be read (${error instanceof Error ? error.message : String(error)})`;
    return { reason, isIntended: false };
  }
});
