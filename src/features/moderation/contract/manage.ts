import { z } from 'zod';
import { blogMarks, heldStates, textKindSchema } from '../../../blog/held.ts';
import { deciders } from '../../../identity/person.ts';
import { anotherOwnersOnly, ownersOnly } from '../../../identity/role-problems.ts';
import { cursorMax, searchMax } from '../../../paths.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../../platform/contract/problems.ts';
import { isId } from '../../../platform/text/id.ts';
import { reportReasonSchema, sentenceSchema, textNotFound } from './reports.ts';

/** Texts on a page of Manage. */
export const managedPerPage = 20;
/** Reports of a text that are shown, at most. */
export const reportsShown = 5;

/**
 * The state of a text for staff: visible; held, by its hold's state; hidden by the blog's author; away with its
 * author's account or its blog, or unpublished or deleted by its author, and able to come back; or deleted for good.
 */
const standings = ['shown', ...heldStates, 'hidden-by-author', 'away', 'gone'] as const;
export type Standing = (typeof standings)[number];

export const actedMeanwhile = defineProblem(
  'acted-meanwhile',
  409,
  'Somebody else has acted on this meanwhile. Look at it again.',
);
export const cannotComeBack = defineProblem(
  'cannot-come-back',
  409,
  'What this belongs to is not there any more, so it can’t come back.',
);
const notTheirs = [ownersOnly, anotherOwnersOnly];
export const writerNotFound = defineProblem('writer-not-found', 404, 'There is no such person.');

const reportSchema = z.object({
  by: z.string(),
  byId: z.string(),
  reason: reportReasonSchema,
  note: z.string(),
  at: z.iso.datetime(),
});

const managedTextSchema = z.object({
  kind: textKindSchema,
  _id: z.string(),
  /** The blog's own id, or that of the comment's blog. */
  blogId: z.string(),
  /** The title of the blog, or of the comment's blog; empty if unknown. */
  title: z.string(),
  /** The short description, or the whole comment. */
  text: z.string(),
  /** A blog's picture with its alternative text; null for a comment. */
  cover: z.object({ imageUrl: z.string(), imageAlt: z.string(), category: z.string() }).nullable(),
  /** A blog's other fields that are reviewed, such as its tags; without empty ones. */
  otherFields: z.array(z.object({ label: z.string(), value: z.string() })),
  author: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: z.iso.datetime().nullable(),
  standing: z.enum(standings),
  /** Why it isn't visible; empty for a visible text. */
  reason: z.string(),
  /** Whose decision it is. */
  decider: z.enum(deciders),
  marks: z.array(z.enum(blogMarks)),
  /** Open reports. */
  reportCount: z.int(),
  /** The first of the open reports. */
  reports: z.array(reportSchema),
});
export type ManagedText = z.output<typeof managedTextSchema>;

const cursor = z.string().max(cursorMax).prefault('');
const search = z.string().max(searchMax).prefault('');
/** An id; empty for anybody's texts. */
const anyId = z
  .string()
  .refine((id) => id === '' || isId(id), { error: 'person must be an id.' })
  .prefault('');

/** Filters: visible blogs (empty), or those with a state or mark. */
export const managedBlogShows = [
  '',
  'waiting',
  'hidden',
  'removed',
  'reported',
  'locked',
  'unfeatured',
] as const;
export const managedCommentShows = [
  '',
  'waiting',
  'hidden',
  'removed',
  'reported',
  'hidden-by-author',
] as const;

const notAList = { error: 'show must be one of the lists.' };
const sort = z.enum(['', 'oldest'], { error: 'sort must be empty or oldest.' }).prefault('');

export const reportedTexts = defineEndpoint({
  method: 'GET',
  path: '/api/manage/reports',
  access: 'staff',
  summary:
    'What people report, each text once: the most reported first, then what has waited longest; 20 a page.',
  query: z.object({ cursor }),
  reply: z.array(managedTextSchema),
});

export const managedBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/manage/blogs',
  access: 'staff',
  summary: 'Blogs, visible or not, 20 a page.',
  query: z.object({
    show: z.enum(managedBlogShows, notAList).prefault(''),
    search,
    person: anyId,
    sort,
    cursor,
  }),
  reply: z.array(managedTextSchema),
});

export const managedComments = defineEndpoint({
  method: 'GET',
  path: '/api/manage/comments',
  access: 'staff',
  summary: 'Comments, visible or not, 20 a page.',
  query: z.object({
    show: z.enum(managedCommentShows, notAList).prefault(''),
    search,
    person: anyId,
    sort,
    cursor,
  }),
  reply: z.array(managedTextSchema),
});

export const managedBlogText = defineEndpoint({
  method: 'GET',
  path: '/api/manage/blogs/:id/text',
  access: 'staff',
  summary: 'The long description of a blog, visible or not, as sanitized HTML.',
  params: z.object({ id: z.string() }),
  reply: z.object({ html: z.string() }),
  refusals: [textNotFound],
});

/** PostgreSQL rejects text with NUL. */
const textId = z.string().refine(isId, { error: 'id must be the id of a text.' });
const reason = sentenceSchema('The reason');
const standing = (name: string) =>
  z.enum(['shown', ...heldStates], { error: `${name} must be shown, waiting, hidden or removed.` });

export const moveText = defineEndpoint({
  method: 'POST',
  path: '/api/manage/move',
  access: 'staff',
  summary:
    'Hides a text, removes it, lets it in, brings it back: from where the caller sees it stand to where it shall stand.',
  body: z.object({
    kind: textKindSchema,
    id: textId,
    from: standing('from'),
    to: standing('to'),
    reason,
    /** Undoes the last action: reopens the reports that it closed. */
    isUndo: z.boolean().prefault(false),
  }),
  refusals: [textNotFound, actedMeanwhile, cannotComeBack, ...notTheirs],
});

export const markBlog = defineEndpoint({
  method: 'POST',
  path: '/api/manage/mark',
  access: 'staff',
  summary: 'Closes the comments of a blog, or takes it out of the featured; or takes that back.',
  body: z.object({
    id: textId,
    mark: z.enum(blogMarks, { error: 'mark must be locked or unfeatured.' }),
    isSet: z.boolean(),
    reason,
  }),
  refusals: [textNotFound, actedMeanwhile, ...notTheirs],
});

export const settleReports = defineEndpoint({
  method: 'POST',
  path: '/api/manage/settle',
  access: 'staff',
  summary:
    'Dismisses the reports of a text; with the time at which that was done, opens them again.',
  body: z.object({
    kind: textKindSchema,
    id: textId,
    reopen: z.iso.datetime({ error: 'reopen must be a time.' }).optional(),
    reason,
  }),
  reply: z.object({ at: z.iso.datetime() }),
  refusals: [actedMeanwhile, ...notTheirs],
});

export const hideAllOf = defineEndpoint({
  method: 'POST',
  path: '/api/manage/hide-all',
  access: 'staff',
  summary: 'Hides all that a person wrote, as one act.',
  body: z.object({ personId: z.string(), reason }),
  reply: z.object({ batch: z.string(), count: z.int() }),
  refusals: [writerNotFound, ...notTheirs],
});

export const showAllAgain = defineEndpoint({
  method: 'POST',
  path: '/api/manage/show-all',
  access: 'staff',
  summary: 'Takes back that all that a person wrote was hidden.',
  body: z.object({
    batch: z.string().max(cursorMax, { error: 'batch is not one that this site handed out.' }),
  }),
  reply: z.object({ count: z.int() }),
  refusals: [actedMeanwhile, ...notTheirs],
});
