import { z } from 'zod';
import { blogBodyLimit } from '../../../../blog/blog-text.ts';
import { enoughForToday, noRoomLeft } from '../../../../identity/quotas/quota-problems.ts';
import { cursorMax } from '../../../../paths.ts';
import { defineEndpoint } from '../../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../../platform/contract/problems.ts';
import { draftKeySchema, draftTextSchema, markSchema } from '../../common/contract.ts';

/** Drafts that a person may have at once; how much text they hold together is bounded as all text is. */
export const draftsMax = 1_000;
/** Drafts on a page of their list. */
export const draftsPerPage = 24;

/** A form on its way to the server. */
const draftSaveSchema = z.object({
  text: draftTextSchema,
  /** Entity tag of the blog that the text was begun from; null for a new blog. */
  baseTag: markSchema.nullable(),
  /** The revision that the writer last saw; null where there was none. */
  revision: markSchema.nullable(),
  /** Names the tab that writes: a random text that it keeps. */
  device: markSchema.min(1),
  /** Larger at each save of this device, such as its clock. */
  sequence: z.int().nonnegative(),
  /** Words of the long description as the writer's page counted them, for the list of drafts. */
  wordCount: z.int().nonnegative().max(10_000_000).optional(),
  /** Pictures without alternative text, its cover among them, as that page counted them. */
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

/** A draft in the list of them. */
const draftSummarySchema = draftReceiptSchema.extend({
  key: draftKeySchema,
  /** Or how the text begins, where it has none; empty where nothing is written. */
  title: z.string(),
  /** What it was called when words were last written in it, where none are left; else null. */
  formerTitle: z.string().nullable(),
  /** Null where nobody counted. */
  wordCount: z.int().nullable(),
  /** Pictures without alternative text, its cover among them; null where nobody counted. */
  undescribed: z.int().nullable(),
  /** Whether it changes a blog that is published, whose id the key is then. */
  isOfBlog: z.boolean(),
  /** Whether it was published, until its author took it back: published again, it stands where it stood. */
  wasPublished: z.boolean(),
  /** When it is to be published; null where nobody said. */
  publishAt: z.iso.datetime().nullable(),
  /** Why it wasn't published when it was to be, in words for people. */
  publishFailure: z.string().nullable(),
  /** Whether there is a link by which others may read it. */
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
    "The person's drafts, the latest first, without their texts, 24 a page; the next page is in the Link header. With a key that one alone, if it is there.",
  query: z.object({
    /** Those that are to be published at a time, the soonest first, or those that aren't; else all. */
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
