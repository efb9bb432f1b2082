import { z } from 'zod';
import { actsQuery, cursorMax } from '../../paths.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { valueSchema } from '../../platform/text/text-schema.ts';

/** Acts on a page of the log. */
export const actsPerPage = 50;

export const notedActSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Such as `person-suspended`. */
  act: z.string(),
  /** Who did it. Null for whoever keeps the machine; without a name where the account has gone. */
  by: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  subject: z.object({
    kind: z.string(),
    id: z.string(),
    /** What it was called then, or is called now; empty where nobody knows any more. */
    label: z.string(),
  }),
  /** Empty where none is asked for. */
  reason: z.string(),
});
export type NotedAct = z.output<typeof notedActSchema>;

const value = <Name extends keyof typeof actsQuery.shape>(name: Name) =>
  valueSchema(z.string({ error: `${name} must be a text.` }), actsQuery.shape[name]).prefault('');

export const acts = defineEndpoint({
  method: 'GET',
  path: '/api/manage/acts',
  access: 'staff',
  summary: `What those did who keep the site in order, the latest first, ${actsPerPage} a page: all of it, what was done to one kind of thing or to one, or what one person did.`,
  query: z.object({
    kind: value('kind'),
    by: value('by'),
    subject: value('subject'),
    cursor: valueSchema(
      z.string({ error: 'cursor must be a text.' }).meta({ maxLength: cursorMax }),
      actsQuery.shape.cursor,
    ).prefault(''),
  }),
  tags: null,
  reply: z.object({ acts: z.array(notedActSchema), nextCursor: z.string().nullable() }),
});
