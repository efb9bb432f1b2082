import { z } from 'zod';
import { authorSchema, shownShape } from '../../../../blog/contract.ts';
import { fieldNames } from '../../../../blog/fields.ts';
import { defineEndpoint } from '../../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../../platform/contract/problems.ts';
import { draftKeySchema } from '../../common/contract.ts';
import { draftNotFound } from './drafts.ts';

const linkParams = z.object({ key: draftKeySchema });

export const makePreviewLink = defineEndpoint({
  method: 'POST',
  path: '/api/drafts/:key/preview',
  access: 'member',
  tokens: 'write',
  summary: 'Makes a link by which anybody can read a draft as it stands; one made before ends.',
  params: linkParams,
  /** The token is returned only once. */
  reply: z.object({ token: z.string() }),
  status: 201,
  refusals: [draftNotFound, tooManyRequests],
});

export const endPreviewLink = defineEndpoint({
  method: 'DELETE',
  path: '/api/drafts/:key/preview',
  access: 'member',
  tokens: 'write',
  summary: 'Ends the link to a draft.',
  params: linkParams,
  refusals: [draftNotFound],
});

export const previewNotFound = defineProblem(
  'preview-not-found',
  404,
  'There is no draft at this address, or not any more.',
);
export const previewTooIntricate = defineProblem(
  'preview-too-intricate',
  409,
  'The text of this draft is too intricate to be shown.',
);

/** The long description is sent as HTML only. */
const previewedNames = fieldNames.filter((name) => name !== 'longDescription');

/** A draft in its final look; missing fields are empty. */
const previewSchema = z.object({
  ...shownShape(previewedNames),
  /** Sanitized. */
  longDescriptionHtml: z.string(),
  wordCount: z.int(),
  author: authorSchema,
  savedAt: z.iso.datetime(),
});

export const onePreview = defineEndpoint({
  method: 'GET',
  path: '/api/preview/:token',
  access: 'public',
  summary: 'A draft that its author lets whoever has the link read.',
  params: z.object({ token: z.string() }),
  reply: previewSchema,
  refusals: [previewNotFound, previewTooIntricate, tooManyRequests],
});
