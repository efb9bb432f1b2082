import { z } from 'zod';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../platform/contract/problems.ts';

export const mailNotThere = defineProblem(
  'mail-not-there',
  404,
  'This email is not waiting any more: it was sent, or it is being sent now.',
);

const mailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  /** Where it goes; null where that is decided when it is sent. */
  to: z.string().nullable(),
  state: z.enum(['waiting', 'sending', 'failed', 'unknown']),
  tries: z.number(),
  /** What was wrong last, in the mail server's words; empty where nothing was. */
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** When it is tried next; null where it isn't. */
  againAt: z.iso.datetime().nullable(),
});
export type WaitingMail = z.output<typeof mailSchema>;

export const outboxState = defineEndpoint({
  method: 'GET',
  path: '/api/manage/mail',
  access: 'owner',
  summary: 'Which emails wait or have failed, and whether any go to readers.',
  reply: z.object({
    /** Whether this site can send emails at all. */
    canSend: z.boolean(),
    /** Since when nothing goes to readers, as the site was restored then; null where it does. */
    heldSince: z.iso.datetime().nullable(),
    waiting: z.number(),
    failed: z.number(),
    /** The latest that failed, then those that wait, at most a hundred. */
    mails: z.array(mailSchema),
  }),
});
export type OutboxState = z.output<typeof outboxState.reply>;

export const tryMailAgain = defineEndpoint({
  method: 'POST',
  path: '/api/manage/mail/again',
  access: 'owner',
  summary: 'Tries one email again at once, or all that wait or failed.',
  body: z.object({ id: z.string().max(100, { error: 'id is not one of this site.' }).nullable() }),
  refusals: [mailNotThere],
});

export const releaseMail = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage/mail/hold',
  access: 'owner',
  summary: 'Lets emails go to readers again, on a site that was restored from a backup.',
});
