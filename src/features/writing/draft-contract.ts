import { z } from 'zod';
import { blogBodyLimit } from '../../blog/blog-text.ts';
import { enoughForToday, noRoomLeft } from '../../identity/quota-problems.ts';
import { defineEndpoint, noQuery } from '../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../platform/contract/problems.ts';
import { idSchema } from '../../platform/text/id.ts';

/** Drafts that a person may have at once. */
export const draftsMax = 100;
/** The draft of a blog that is yet to be published. */
export const newBlogKey = 'new';

/** `new`, or the id of the blog that is being changed. */
export const draftKeySchema = z.union([z.literal(newBlogKey), idSchema], {
  error: "The draft's key must be new or the id of a blog.",
});

/** A form as it stands: any field may be empty, too long or wrong, and is kept to the letter. */
export const draftTextSchema = z.object({
  title: z.string(),
  imageUrl: z.string(),
  category: z.string(),
  shortDescription: z.string(),
  longDescription: z.string(),
});
export type DraftText = z.output<typeof draftTextSchema>;

/** A mark that programs make and hand back; nobody types it, so that it is of what every database and header takes. */
export const markSchema = z
  .string()
  .max(100)
  .regex(/^[!-~]*$/);

/** A form on its way to the server. */
export const draftSaveSchema = z.object({
  text: draftTextSchema,
  /** Entity tag of the blog that the text was begun from; null for a new blog. */
  baseTag: markSchema.nullable(),
  /** The revision that the writer last saw; null where there was none. */
  revision: markSchema.nullable(),
  /** Names the tab that writes: a random text that it keeps. */
  device: markSchema.min(1),
  /** Larger at each save of this device, such as its clock. */
  sequence: z.int().nonnegative(),
});
export type DraftSave = z.output<typeof draftSaveSchema>;

export const draftReceiptSchema = z.object({ revision: z.string(), savedAt: z.iso.datetime() });

export const draftSchema = draftReceiptSchema.extend({
  key: draftKeySchema,
  text: draftTextSchema,
  baseTag: z.string().nullable(),
  device: z.string(),
});
export type Draft = z.output<typeof draftSchema>;

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
  summary: "The person's drafts, the latest first, without their texts.",
  query: noQuery,
  tags: null,
  reply: z.array(draftReceiptSchema.extend({ key: draftKeySchema })),
});

export const oneDraft = defineEndpoint({
  method: 'GET',
  path: '/api/drafts/:key',
  access: 'member',
  summary: 'A draft with its text.',
  params: draftParams,
  query: noQuery,
  tags: null,
  reply: draftSchema,
  refusals: [draftNotFound],
});

export const saveDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/drafts/:key',
  access: 'member',
  summary: 'Keeps a draft; 412 where another tab or device has saved it since `revision`.',
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
  summary: 'Throws a draft away, unless it was saved elsewhere since `revision`.',
  params: draftParams,
  query: z.object({ revision: markSchema.optional() }),
  reply: z.undefined(),
  status: 204,
  refusals: [draftSavedElsewhere],
});
