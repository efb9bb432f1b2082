import { z } from 'zod';
import { blogNotFound, blogSchema } from '../../../../blog/contract.ts';
import { textKindSchema, whyHeldSchema } from '../../../../blog/held.ts';
import { defineEndpoint } from '../../../../platform/contract/define-endpoint.ts';

const heldTextSchema = whyHeldSchema.extend({
  kind: textKindSchema,
  _id: z.string(),
  /** The blog's own id, or that of the comment's blog. */
  blogId: z.string(),
  /** The blog's title, or the beginning of the comment. */
  label: z.string(),
  createdAt: z.iso.datetime(),
});
export type HeldText = z.output<typeof heldTextSchema>;

export const myHeldTexts = defineEndpoint({
  method: 'GET',
  path: '/api/myHeldTexts',
  access: 'member',
  tokens: 'read',
  summary: 'What the person wrote that is out of sight, with the reason, the latest first.',
  reply: z.array(heldTextSchema),
});

export const myHeldBlog = defineEndpoint({
  method: 'GET',
  path: '/api/myHeldTexts/:id',
  access: 'member',
  tokens: 'read',
  summary: 'A blog of the person’s that is out of sight, as it was saved last.',
  params: z.object({ id: z.string() }),
  reply: blogSchema.omit({ longDescriptionHtml: true }).extend({ held: whyHeldSchema }),
  refusals: [blogNotFound],
});
