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

/** What editors do with texts of members and of authors without an account; owners with everybody's. */

const blogParams = z.object({ id: z.string() });

export const nobodysText = defineProblem(
  'nobodys-text',
  409,
  'This blog has no author any more, whose draft it could be.',
);
export const authorWritesOn = defineProblem(
  'author-writes-on',
  409,
  'Its author has changed the draft. When that is published is theirs to decide.',
);

/** A blog of somebody else, as an editor works on it. */
const othersBlogSchema = blogSchema.omit({ longDescriptionHtml: true }).extend({
  /** Whether its author has an account, and so is told of changes. */
  hasAccount: z.boolean(),
  /** Whether an editor took it back to its author's drafts; then this is the text as it was published. */
  isTakenBack: z.boolean(),
  /** When that draft is to be published; null where it isn't. */
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
  refusals: [blogNotFound, ownersOnly, nobodysText, tooManyDrafts],
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
    /** Those of these people: nobody else, members and authors without an account, or everybody. */
    others: z.enum(['nobody', 'members', 'everybody']),
    /** Ids of the staff, whose texts are no editor's to change; empty for all but editors. */
    staff: z.array(z.string()),
  }),
});
