import { answerJobs } from '../../../../../../platform/threads/answer-jobs.ts';
import type { Markup, ReadText } from './markup.ts';
import { readText } from './read-text.ts';

/** The result for one text, or its problem as a sentence. */
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
