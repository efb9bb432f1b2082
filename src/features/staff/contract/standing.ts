import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';

export const staffStanding = defineEndpoint({
  method: 'GET',
  path: '/api/account/standing',
  access: 'member',
  summary:
    'Whether the person keeps the site in order, and lacks a second factor which that needs.',
  reply: z.object({ lacksFactor: z.boolean() }),
});
