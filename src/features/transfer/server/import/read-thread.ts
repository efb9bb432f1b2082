import { answerJobs } from '../../../../platform/threads/answer-jobs.ts';
import type { Source } from './find-sources.ts';
import { SourceProblem } from './read-front-matter.ts';
import { type ReadBlog, type ReadOptions, readSource } from './read-source.ts';

export interface ReadJob {
  readonly source: Source;
  readonly options: ReadOptions;
}

/** A problem as it can leave the thread. */
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
    // Also what nobody foresaw about one file stays with that file.
    const reason = `it can't be read (${error instanceof Error ? error.message : String(error)})`;
    return { reason, isIntended: false };
  }
});
