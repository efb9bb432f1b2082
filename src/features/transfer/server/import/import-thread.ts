import { answerJobs } from '../../../../platform/threads/answer-jobs.ts';
import { doTextJob, type TextJob, type TextOutcome } from './bring-in/imported-text-job.ts';
import type { Markup } from './formats/text/markup.ts';
import { type ReadOutcome, readTexts } from './formats/text/read-texts.ts';

export type ImportJob = TextJob | { readonly read: readonly Markup[] };
export type ImportOutcome = TextOutcome | { readonly texts: readonly ReadOutcome[] };

answerJobs(
  (job: ImportJob): ImportOutcome =>
    'read' in job ? { texts: readTexts(job.read) } : doTextJob(job),
);
