import { z } from 'zod';
import { blogNotFound } from '../../blog/contract.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { notYours, tooManyRequests } from '../../platform/contract/problems.ts';
import { commentNotFound } from './contract.ts';

/** Hidden comments that the blog's author is shown, at most. */
export const hiddenCommentsMax = 100;

export const hideComment = defineEndpoint({
  method: 'POST',
  path: '/api/comments/:id/hide',
  access: 'member',
  summary: 'Hides a comment below an own blog. Its writer sees why.',
  params: z.object({ id: z.string() }),
  isRepeatable: true,
  refusals: [commentNotFound, notYours, tooManyRequests],
});

export const showComment = defineEndpoint({
  method: 'POST',
  path: '/api/comments/:id/show',
  access: 'member',
  summary:
    'Shows a comment again that the caller hid below an own blog. What else holds it back stays.',
  params: z.object({ id: z.string() }),
  isRepeatable: true,
  refusals: [commentNotFound, tooManyRequests],
});

export const hiddenComments = defineEndpoint({
  method: 'GET',
  path: '/api/blog/:id/hiddenComments',
  access: 'member',
  summary: `The comments that the caller hid below an own blog, the latest ${hiddenCommentsMax}.`,
  params: z.object({ id: z.string() }),
  reply: z.array(
    z.object({
      _id: z.string(),
      comment: z.string(),
      userName: z.string(),
      hiddenAt: z.iso.datetime(),
    }),
  ),
  refusals: [blogNotFound, notYours],
});

export const setCommenting = defineEndpoint({
  method: 'PUT',
  path: '/api/blog/:id/commenting',
  access: 'member',
  summary:
    'Closes the comments of an own blog, or opens them again; where staff closed them, they stay closed.',
  params: z.object({ id: z.string() }),
  body: z.object({ isOpen: z.boolean() }),
  isRepeatable: true,
  refusals: [blogNotFound, notYours, tooManyRequests],
});
