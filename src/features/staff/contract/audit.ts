import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';

/** Entries on a page of the audit log. */
export const auditEntriesPerPage = 50;

const auditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Such as `person-suspended`. */
  act: z.string(),
  /** The acting person. Null for the operator of the machine; without a name if the account was deleted. */
  by: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  subject: z.object({
    kind: z.string(),
    id: z.string(),
    /** Its name at the time, or its current one; empty if neither is known. */
    label: z.string(),
  }),
  /** Empty if the action needs none. */
  reason: z.string(),
  /** Whether an owner can still undo the action from here. */
  canUndo: z.boolean(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** A kind such as `person`, or an id; empty for any. */
const nameSchema = z
  .string({ error: 'The log is asked by names.' })
  .regex(/^[\w-]{0,64}$/, { error: 'What is asked of the log holds characters that no name has.' })
  .prefault('');

export const acts = defineEndpoint({
  method: 'GET',
  path: '/api/manage/acts',
  access: 'staff',
  summary: `What those did who keep the site in order, the latest first, ${auditEntriesPerPage} a page: all of it, what was done to one kind of thing or to one, or what one person did.`,
  query: z.object({
    kind: nameSchema,
    by: nameSchema,
    subject: nameSchema,
    cursor: nameSchema,
  }),
  reply: z.object({ acts: z.array(auditEntrySchema), nextCursor: z.string().nullable() }),
});
export type AuditLogRequest = z.output<typeof acts.query>;
