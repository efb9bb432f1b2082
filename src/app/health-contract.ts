import { z } from 'zod';
import { defineEndpoint, noQuery } from '../platform/contract/define-endpoint.ts';

export const liveness = defineEndpoint({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  summary: 'Answers while the process lives.',
  query: noQuery,
  tags: null,
  reply: z.object({ status: z.literal('ok') }),
});

export const readiness = defineEndpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary:
    'Answers 200 while the site can be used: the database answers, is migrated and can be written.',
  query: noQuery,
  tags: null,
  reply: z.object({ status: z.literal('ready') }),
});
