import { z } from 'zod';
import { addressNotProven } from '../../identity/mail/mail-problems.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';

export const myLetters = defineEndpoint({
  method: 'GET',
  path: '/api/account/letters',
  access: 'member',
  summary: 'Which e-mails the member wants.',
  reply: z.object({
    /** Whether this site can send e-mails at all. */
    canSend: z.boolean(),
    /** Whether the member gets e-mails about comments on their blogs. */
    comments: z.boolean(),
  }),
});

export const saveLetters = defineEndpoint({
  method: 'PUT',
  path: '/api/account/letters',
  access: 'member',
  summary: "Switches e-mails about comments on the member's blogs on or off.",
  body: z.object({ comments: z.boolean() }),
  reply: z.object({ comments: z.boolean() }),
  refusals: [addressNotProven],
});
