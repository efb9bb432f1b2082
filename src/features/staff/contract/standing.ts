import { z } from 'zod';
import { defineEndpoint, noQuery } from '../../../platform/contract/define-endpoint.ts';

export const staffStanding = defineEndpoint({
  method: 'GET',
  path: '/api/account/standing',
  access: 'member',
  summary:
    'Whether the person keeps the site in order, and lacks a second factor which that needs.',
  query: noQuery,
  tags: null,
  reply: z.object({ lacksFactor: z.boolean() }),
});
