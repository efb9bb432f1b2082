import { z } from 'zod';
import { blogNotFound, shownShape } from '../../../blog/contract.ts';
import { fieldNames } from '../../../blog/fields.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem, notYours } from '../../../platform/contract/problems.ts';
import { draftKeySchema, draftTextSchema } from '../common/contract.ts';

export const revisionNotFound = defineProblem(
  'revision-not-found',
  404,
  'This earlier text is not kept any more.',
);
export const revisionSummarySchema = z.object({
  version: z.int(),
  title: z.string(),
  wordCount: z.int(),
  /** When this text was saved. */
  savedAt: z.iso.datetime(),
  /** The name of the editor who saved this text; absent where its author did. */
  savedBy: z.string().optional(),
});

export const blogRevisions = defineEndpoint({
  method: 'GET',
  path: '/api/blog/:id/revisions',
  access: 'member',
  tokens: 'read',
  summary:
    'The earlier texts of an own blog, latest first, without the present one: all of the last day, then one of each day, then one of each week.',
  params: z.object({ id: z.string() }),
  reply: z.array(revisionSummarySchema),
  refusals: [blogNotFound, notYours],
});

export const blogRevision = defineEndpoint({
  method: 'GET',
  path: '/api/blog/:id/revisions/:version',
  access: 'member',
  tokens: 'read',
  summary: 'One earlier text of an own blog. To restore it, save it.',
  params: z.object({ id: z.string(), version: z.string() }),
  reply: revisionSummarySchema.extend(shownShape(fieldNames)),
  refusals: [blogNotFound, notYours, revisionNotFound],
});

/** Most revisions kept of a draft. */
export const statesMax = 30;

export const stateNotFound = defineProblem(
  'draft-state-not-found',
  404,
  'This earlier state is not kept any more.',
);

const stateSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Null where unknown. */
  wordCount: z.int().nullable(),
  /** When this text was saved. */
  savedAt: z.iso.datetime(),
});

export const draftStates = defineEndpoint({
  method: 'GET',
  path: '/api/drafts/:key/states',
  access: 'member',
  tokens: 'read',
  summary:
    'The earlier states of a draft, latest first, without the present one: about every ten minutes of writing one, and before much was taken away; of earlier days fewer.',
  params: z.object({ key: draftKeySchema }),
  reply: z.array(stateSummarySchema),
});

export const draftState = defineEndpoint({
  method: 'GET',
  path: '/api/drafts/:key/states/:id',
  access: 'member',
  tokens: 'read',
  summary: 'One earlier state of a draft. To restore it, save it.',
  params: z.object({ key: draftKeySchema, id: z.string().max(100) }),
  reply: stateSummarySchema.extend({ text: draftTextSchema }),
  refusals: [stateNotFound],
});
