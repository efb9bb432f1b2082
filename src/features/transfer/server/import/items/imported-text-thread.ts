import { answerJobs } from '../../../../../platform/threads/answer-jobs.ts';
import { SourceProblem } from '../read-front-matter.ts';
import { type FinishedText, finishText, type TextToFinish } from './finish-text.ts';
import { picturesIn } from './named-pictures.ts';

export type TextJob = { readonly markdown: string } | { readonly finish: TextToFinish };

/** A problem in a form that can be sent between threads. */
export type TextOutcome =
  | { readonly pictures: readonly string[] }
  | { readonly finished: FinishedText }
  | { readonly reason: string; readonly isIntended: boolean };

answerJobs((job: TextJob): TextOutcome => {
  try {
    if ('markdown' in job) return { pictures: picturesIn(job.markdown) };
    return { finished: finishText(job.finish) };
  } catch (error) {
    if (error instanceof SourceProblem) {
      return { reason: error.message, isIntended: error.isIntended };
    }
    const reason = `it can't be read (${error instanceof Error ? error.message : String(error)})`;
    return { reason, isIntended: false };
  }
});
