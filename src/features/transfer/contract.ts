import { z } from 'zod';
import { downloadRunning } from '../../identity/quotas/quota-problems.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { tooManyRequests } from '../../platform/contract/problems.ts';

export const exportMyBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/myBlogs/export',
  access: 'member',
  summary:
    "All of the person's own blogs as Markdown files in a ZIP archive; the import reads them.",
  reply: z.unknown(),
  type: 'application/zip',
  isStreamed: true,
  refusals: [downloadRunning],
});

/** What an export of the whole site is made of: Markdown and pictures, pages to read from a disk, or what Ghost imports. */
export const exportForms = ['markdown', 'html', 'ghost'] as const;
export type ExportForm = (typeof exportForms)[number];

export const exportSite = defineEndpoint({
  method: 'GET',
  path: '/api/manage/export/:form',
  access: 'owner',
  summary: 'All that visitors can read, as a ZIP archive. No email address of anybody is in it.',
  params: z.object({ form: z.enum(exportForms) }),
  reply: z.unknown(),
  type: 'application/zip',
  isStreamed: true,
  refusals: [downloadRunning, tooManyRequests],
});
