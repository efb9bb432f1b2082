import { z } from 'zod';
import { textKindSchema } from '../../../blog/held.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../platform/contract/problems.ts';
import { readText } from '../../../platform/text/read-text.ts';
import type { Refused } from '../../../platform/text/read-value.ts';
import { valueSchema } from '../../../platform/text/text-schema.ts';

/** Reasons that a member can choose for a report. */
export const reportReasons = ['spam', 'abuse', 'illegal', 'copied', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
export const reportReasonSchema = z.enum(reportReasons, { error: 'Choose a reason.' });

/** Maximum code points of a reporter's note, and of the reason that staff give. */
const reasonMax = 500;

/** An optional sentence. */
export function readSentence(name: string, given: string): string | Refused {
  return given.trim() === '' ? '' : readText({ name, max: reasonMax }, given);
}

export function sentenceSchema(name: string) {
  const text = z.string({ error: `${name} must be a text.` });
  return valueSchema(text, (given) => readSentence(name, given)).prefault('');
}

export const textNotFound = defineProblem(
  'text-not-found',
  404,
  'This is not here any more: it has been removed.',
);
export const reportedAlready = defineProblem(
  'reported-already',
  409,
  'You have reported this already. Somebody will look at it.',
);
export const ownText = defineProblem('own-text', 409, 'This is your own: you can delete it.');

export const reportText = defineEndpoint({
  method: 'POST',
  path: '/api/report',
  access: 'member',
  summary: 'Reports a blog or a comment to those who keep the site in order; each person once.',
  body: z.object({
    kind: textKindSchema,
    id: z.string(),
    reason: reportReasonSchema,
    note: sentenceSchema('Your sentence'),
  }),
  isRepeatable: true,
  refusals: [textNotFound, reportedAlready, ownText, tooManyRequests],
});
