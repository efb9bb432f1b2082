import { z } from 'zod';
import { downloadRunning } from '../../identity/quotas/quota-problems.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { tooManyRequests } from '../../platform/contract/problems.ts';

export const exportMyBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/myBlogs/export',
  access: 'member',
  tokens: 'read',
  summary:
    "All of the person's own blogs and drafts as Markdown files in a ZIP archive; the import reads them.",
  reply: z.unknown(),
  type: 'application/zip',
  isStreamed: true,
  refusals: [downloadRunning],
});

/** Forms of a site export: Markdown with pictures, offline HTML pages, or a Ghost import file. */
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
