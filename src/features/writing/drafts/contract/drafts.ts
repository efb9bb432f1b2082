import { z } from 'zod';
import { blogBodyLimit } from '../../../../blog/blog-text.ts';
import { enoughForToday, noRoomLeft } from '../../../../identity/quotas/quota-problems.ts';
import { cursorMax } from '../../../../paths.ts';
import { defineEndpoint } from '../../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../../platform/contract/problems.ts';
import { draftKeySchema, draftTextSchema, markSchema } from '../../common/contract.ts';

/** Most drafts per person; the account's quota limits their total size. */
export const draftsMax = 1_000;
/** Drafts per page of the list. */
export const draftsPerPage = 24;

const draftSaveSchema = z.object({
  text: draftTextSchema,
  /** Entity tag of the blog on which the text is based; null for a new blog. */
  baseTag: markSchema.nullable(),
  /** The last revision known to the client; null for none. */
  revision: markSchema.nullable(),
  /** Random id of the tab, stable over its life. */
  device: markSchema.min(1),
  /** Increases with each save of this device, such as its clock. */
  sequence: z.int().nonnegative(),
  /** Word count of the long description by the client, for the list of drafts. */
  wordCount: z.int().nonnegative().max(10_000_000).optional(),
  /** Number of pictures without alternative text, including the cover, by the client. */
  undescribed: z.int().nonnegative().max(10_000_000).optional(),
});
export type DraftSave = z.output<typeof draftSaveSchema>;

const draftReceiptSchema = z.object({ revision: z.string(), savedAt: z.iso.datetime() });

const draftSchema = draftReceiptSchema.extend({
  key: draftKeySchema,
  text: draftTextSchema,
  baseTag: z.string().nullable(),
  device: z.string(),
});
export type Draft = z.output<typeof draftSchema>;

const draftSummarySchema = draftReceiptSchema.extend({
  key: draftKeySchema,
  /** The title, else the beginning of the text; empty for a blank draft. */
  title: z.string(),
  /** The last title of a draft that is blank now; else null. */
  formerTitle: z.string().nullable(),
  /** Null where unknown. */
  wordCount: z.int().nullable(),
  /** Number of pictures without alternative text, including the cover; null where unknown. */
  undescribed: z.int().nullable(),
  /** Whether it edits a published blog, whose id is the key then. */
  isOfBlog: z.boolean(),
  /** Whether its author unpublished it: published again, it keeps its address. */
  wasPublished: z.boolean(),
  /** Scheduled time of publication; null where not scheduled. */
  publishAt: z.iso.datetime().nullable(),
  /** Why a scheduled publication failed, in plain language. */
  publishFailure: z.string().nullable(),
  /** Whether a preview link exists. */
  hasPreview: z.boolean(),
});
export type DraftSummary = z.output<typeof draftSummarySchema>;

const draftParams = z.object({ key: draftKeySchema });

export const draftNotFound = defineProblem('draft-not-found', 404, 'There is no such draft.');
export const tooManyDrafts = defineProblem(
  'too-many-drafts',
  409,
  'You have too many drafts. Please publish or discard one first.',
);
export const draftSavedElsewhere = defineProblem(
  'draft-saved-elsewhere',
  412,
  'This draft has been changed in another tab or on another device.',
);

export const myDrafts = defineEndpoint({
  method: 'GET',
  path: '/api/drafts',
  access: 'member',
  tokens: 'read',
  summary:
    "The person's drafts, the latest first, without their texts, 24 a page; the next page is in the Link header, and where it lies in the list in X-Total-Count and X-Offset. With a key that one alone, if it is there.",
  query: z.object({
    /** Only scheduled drafts, soonest first, or only unscheduled ones; all by default. */
    list: z.enum(['drafts', 'scheduled']).optional(),
    key: z.string().max(100).optional(),
    cursor: z.string().max(cursorMax).prefault(''),
  }),
  reply: z.array(draftSummarySchema),
});

export const lastDraft = defineEndpoint({
  method: 'GET',
  path: '/api/lastDraft',
  access: 'member',
  tokens: 'read',
  summary: 'The draft of a new blog that the person saved last, with its text.',
  reply: z.object({ draft: draftSchema.nullable() }),
});

export const oneDraft = defineEndpoint({
  method: 'GET',
  path: '/api/drafts/:key',
  access: 'member',
  tokens: 'read',
  summary: 'A draft with its text.',
  params: draftParams,
  reply: draftSchema,
  refusals: [draftNotFound],
});

export const saveDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/drafts/:key',
  access: 'member',
  tokens: 'write',
  summary:
    'Keeps a draft; 412 where another tab or device has saved it since `revision`. One in which nothing is written any more goes, unless earlier words, a time or a link hang on it.',
  params: draftParams,
  body: draftSaveSchema,
  bodyLimit: blogBodyLimit,
  reply: draftReceiptSchema,
  refusals: [draftSavedElsewhere, tooManyDrafts, noRoomLeft, enoughForToday, tooManyRequests],
});

export const discardDraft = defineEndpoint({
  method: 'DELETE',
  path: '/api/drafts/:key',
  access: 'member',
  tokens: 'write',
  summary: 'Throws a draft away, unless it was saved elsewhere since `revision`.',
  params: draftParams,
  query: z.object({ revision: markSchema.optional() }),
  refusals: [draftSavedElsewhere],
});
