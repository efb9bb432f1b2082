import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';

export const staffStanding = defineEndpoint({
  method: 'GET',
  path: '/api/account/standing',
  access: 'member',
  summary:
    'Whether the person keeps the site in order, and lacks a second factor which that needs; how much waits for those who lack nothing.',
  reply: z.object({
    lacksFactor: z.boolean(),
    /** What waits in Manage; absent for people who can't use it. */
    tasks: z
      .object({
        /** Texts with open reports, counted up to a thousand. */
        reports: z.int(),
        /** Unread messages to the site; absent for moderators, who don't see them. */
        messages: z.int().optional(),
      })
      .optional(),
  }),
});
