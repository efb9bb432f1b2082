import { z } from 'zod';
import { blogBodyLimit } from '../../../blog/blog-text.ts';
import { blogNotFound, blogSchema } from '../../../blog/contract.ts';
import { tooManyWaiting } from '../../../blog/held.ts';
import { enoughForToday, noRoomLeft } from '../../../identity/quotas/quota-problems.ts';
import { ownersOnly } from '../../../identity/role-problems.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../../platform/contract/problems.ts';
import { tooManyDrafts } from '../drafts/contract/drafts.ts';
import { blogRevision, blogRevisions, revisionNotFound } from '../history/contract.ts';
import { someoneSavedFirst, updateBlog } from '../publishing/contract/publishing.ts';

/** Editors' access to texts of members and of authors without an account; owners' to all texts. */

const blogParams = z.object({ id: z.string() });

export const textWithoutAuthor = defineProblem(
  'nobodys-text',
  409,
  'This blog has no author any more, whose draft it could be.',
);
export const authorWritesOn = defineProblem(
  'author-writes-on',
  409,
  'Its author has changed the draft. When that is published is theirs to decide.',
);

/** Another author's blog, for an editor. */
const othersBlogSchema = blogSchema.omit({ longDescriptionHtml: true }).extend({
  /** Whether its author has an account, and so is notified of changes. */
  hasAccount: z.boolean(),
  /** Whether an editor unpublished it; then this is the text as published. */
  isTakenBack: z.boolean(),
  /** Scheduled publication of that draft; null where not scheduled. */
  publishAt: z.iso.datetime().nullable(),
});
export type OthersBlog = z.output<typeof othersBlogSchema>;

export const othersBlog = defineEndpoint({
  method: 'GET',
  path: '/api/edit/:id',
  access: 'editor',
  summary:
    'A blog of a member, or of an author without an account, to be edited: published, or taken back by an editor. Owners edit everybody’s.',
  params: blogParams,
  reply: othersBlogSchema,
  refusals: [blogNotFound, ownersOnly],
});

export const saveOthersBlog = defineEndpoint({
  method: 'PUT',
  path: '/api/edit/:id',
  access: 'editor',
  summary:
    'Saves a published blog of somebody else, who is told. With If-Match (its ETag) only if nobody saved since: 412 otherwise. The same text again changes nothing.',
  params: blogParams,
  body: updateBlog.body,
  bodyLimit: blogBodyLimit,
  isConditional: true,
  reply: updateBlog.reply,
  refusals: [
    blogNotFound,
    ownersOnly,
    someoneSavedFirst,
    noRoomLeft,
    enoughForToday,
    tooManyWaiting,
  ],
});

export const takeOthersBlogBack = defineEndpoint({
  method: 'POST',
  path: '/api/edit/:id/draft',
  access: 'editor',
  summary: 'Makes a blog of somebody else a draft of theirs again; they are told.',
  params: blogParams,
  refusals: [blogNotFound, ownersOnly, textWithoutAuthor, tooManyDrafts],
});

export const putOthersBlogBack = defineEndpoint({
  method: 'POST',
  path: '/api/edit/:id/publish',
  access: 'editor',
  summary: 'Publishes a blog that an editor took back, as it was.',
  params: blogParams,
  refusals: [blogNotFound, ownersOnly],
});

export const scheduleOthersBlog = defineEndpoint({
  method: 'PUT',
  path: '/api/edit/:id/schedule',
  access: 'editor',
  summary:
    'Has a blog that an editor took back published at a time, within a year, unless its author has changed the draft.',
  params: blogParams,
  body: z.object({ publishAt: z.iso.datetime({ offset: true }) }),
  reply: z.object({ publishAt: z.iso.datetime() }),
  refusals: [blogNotFound, ownersOnly, authorWritesOn],
});

export const unscheduleOthersBlog = defineEndpoint({
  method: 'DELETE',
  path: '/api/edit/:id/schedule',
  access: 'editor',
  summary: 'Has a blog that an editor took back stay a draft.',
  params: blogParams,
  refusals: [blogNotFound, ownersOnly],
});

export const othersRevisions = defineEndpoint({
  method: 'GET',
  path: '/api/edit/:id/revisions',
  access: 'editor',
  summary: 'The earlier texts of a blog of somebody else, latest first.',
  params: blogParams,
  reply: blogRevisions.reply,
  refusals: [blogNotFound, ownersOnly],
});

export const othersRevision = defineEndpoint({
  method: 'GET',
  path: '/api/edit/:id/revisions/:version',
  access: 'editor',
  summary: 'One earlier text of a blog of somebody else. To restore it, save it.',
  params: z.object({ id: z.string(), version: z.string() }),
  reply: blogRevision.reply,
  refusals: [blogNotFound, ownersOnly, revisionNotFound],
});

export const editable = defineEndpoint({
  method: 'GET',
  path: '/api/editable',
  access: 'member',
  summary: 'Whose texts the person may edit, for the links that lead there.',
  reply: z.object({
    me: z.string(),
    /**
     * The authors whose texts the viewer may edit besides their own: none, members and authors without an account, or
     * all.
     */
    others: z.enum(['nobody', 'members', 'everybody']),
    /** Ids of the staff, whose texts editors can't change; empty except for editors. */
    staff: z.array(z.string()),
  }),
});
