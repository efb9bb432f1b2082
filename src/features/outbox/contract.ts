import { z } from 'zod';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../platform/contract/problems.ts';

export const mailNotThere = defineProblem(
  'mail-not-there',
  404,
  'This email is not waiting any more: it was sent, is being sent now, or is held since a restore.',
);

const mailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  /** The recipient's address; null where it is looked up at sending. */
  to: z.string().nullable(),
  state: z.enum(['waiting', 'sending', 'failed', 'unknown']),
  tries: z.number(),
  /** The mail server's last error message; empty where there was none. */
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** When it is retried next; null without a further retry. */
  againAt: z.iso.datetime().nullable(),
});
export type WaitingMail = z.output<typeof mailSchema>;

export const outboxState = defineEndpoint({
  method: 'GET',
  path: '/api/manage/mail',
  access: 'owner',
  summary: 'Which emails wait or have failed, and whether any go to readers.',
  reply: z.object({
    /** Whether this site can send e-mails at all. */
    canSend: z.boolean(),
    /** Since when e-mails to readers are held, after a restore; null where they are sent. */
    heldSince: z.iso.datetime().nullable(),
    waiting: z.number(),
    failed: z.number(),
    /** The latest failed e-mails, then the queued ones, at most a hundred. */
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
