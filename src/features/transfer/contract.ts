import { z } from 'zod';
import { downloadRunning } from '../../identity/quotas/quota-problems.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';

export const exportMyBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/myBlogs/export',
  access: 'member',
  tokens: 'read',
  summary:
    "All of the person's own blogs as Markdown files in a ZIP archive; the import reads them.",
  reply: z.unknown(),
  type: 'application/zip',
  isStreamed: true,
  refusals: [downloadRunning],
});
