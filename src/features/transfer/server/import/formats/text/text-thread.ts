import { answerJobs } from '../../../../../../platform/threads/answer-jobs.ts';
import type { Markup, ReadText } from './markup.ts';
import { readText } from './read-text.ts';

/** What became of one text; what went wrong with it, in words, where it couldn't be read. */
export type TextOutcome = ReadText | { readonly problem: string };

answerJobs(
  async (markups: readonly Markup[]): Promise<readonly TextOutcome[]> =>
    markups.map((markup) => {
      try {
        return readText(markup);
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    }),
);
