import { z } from 'zod';
import { defineEndpoint } from '../../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../../platform/contract/problems.ts';
import { draftKeySchema, markSchema } from '../../common/contract.ts';
import { draftNotFound, draftSavedElsewhere } from '../../drafts/contract/drafts.ts';

const scheduleParams = z.object({ key: draftKeySchema });

export const onlyNewBlogsWait = defineProblem(
  'only-new-blogs-wait',
  409,
  'Only a new blog can be published at a time. Changes to a published one are seen as soon as they are saved.',
);

export const scheduleDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/drafts/:key/schedule',
  access: 'member',
  tokens: 'write',
  summary:
    'Has a draft published at a time, within a year: as it stands then, shown to nobody before. 400 where the text lacks something, or the time has passed.',
  params: scheduleParams,
  body: z.object({
    publishAt: z.iso.datetime({ offset: true }),
    /** The last revision known to the client. */
    revision: markSchema,
  }),
  reply: z.object({ publishAt: z.iso.datetime() }),
  refusals: [draftNotFound, draftSavedElsewhere, onlyNewBlogsWait, tooManyRequests],
});

export const unscheduleDraft = defineEndpoint({
  method: 'DELETE',
  path: '/api/drafts/:key/schedule',
  access: 'member',
  tokens: 'write',
  summary: 'Has a draft stay one.',
  params: scheduleParams,
  refusals: [draftNotFound],
});
