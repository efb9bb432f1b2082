import { z } from 'zod';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';

export const backupState = defineEndpoint({
  method: 'GET',
  path: '/api/manage/backups',
  access: 'owner',
  summary: 'How old the newest backup of the site is, and whether one was missed.',
  reply: z.object({
    /** Interval between two backups; null where the site makes none on a schedule. */
    everyHours: z.number().nullable(),
    newest: z.object({ madeAt: z.iso.datetime(), bytes: z.number().int() }).nullable(),
    isLate: z.boolean(),
  }),
});
