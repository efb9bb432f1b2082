import { z } from 'zod';
import { categories } from '../../blog/contract.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../platform/contract/problems.ts';
import { toNfc } from '../../platform/text/normal-form.ts';
import { textSchema } from '../../platform/text/text-schema.ts';

/** Maximum size of an import file, in bytes. */
export const importBytesMax = 2 * 1_024 * 1_024 * 1_024;
/** Bytes per upload request: an interrupted part is sent again. */
export const importPartBytes = 4 * 1_024 * 1_024;
/** Hours without progress after which a file is deleted. */
export const importHours = 24;
/** Days for which the report is kept. */
export const reportDays = 30;
/** Maximum number of lines in a report. */
export const reportLinesMax = 20_000;
export const reportLinesPerPage = 100;
/** Maximum number of mapped categories. */
export const mappedMax = 200;
/** More than the longest password. */
const passwordMax = 512;

export const importNotFound = defineProblem(
  'import-not-found',
  404,
  'This import is not there any more.',
);
export const importUnderway = defineProblem(
  'import-underway',
  409,
  'Something is being imported already. Wait for it, or end it.',
);
export const importElsewhere = defineProblem(
  'import-elsewhere',
  409,
  'The import has gone on meanwhile. Look at it again.',
);
export const partOutOfPlace = defineProblem(
  'part-out-of-place',
  409,
  'This part of the file does not follow what has arrived.',
);
export const noRoomForImport = defineProblem(
  'no-room-for-import',
  413,
  'There is not enough room on the disk of the site for this file.',
);

export const importStages = [
  'uploading',
  'looking',
  'ready',
  'running',
  'done',
  'stopped',
  'failed',
] as const;
export type ImportStage = (typeof importStages)[number];

/**
 * Who may read whole texts on a site of this kind, from the most people to the fewest: `invited` if nobody else may sign
 * up.
 */
export const siteAudiences = ['everybody', 'signed-in', 'invited'] as const;
export type SiteAudience = (typeof siteAudiences)[number];

/** Audiences of texts that weren't for everybody. `unmarked`: the export doesn't say. */
export const restrictedKinds = ['signed-in', 'invited', 'paying', 'password', 'unmarked'] as const;

const rowSchema = z.object({
  in: z.int(),
  changed: z.int(),
  leftOut: z.int(),
  failed: z.int(),
});
export const importCountsSchema = z.object({
  texts: rowSchema,
  comments: rowSchema,
  pictures: rowSchema,
  subscribers: rowSchema,
  other: rowSchema,
  /** Imported texts that are drafts, or would be. */
  drafts: z.int(),
});

/** The result of scanning the file. */
export const importPreviewSchema = z.object({
  /** Counts of a dry run. */
  counts: importCountsSchema,
  categories: z.array(z.object({ name: z.string(), becomes: z.enum(categories), texts: z.int() })),
  /** Texts that would be more open here than in the source system. */
  restricted: z.object({
    'signed-in': z.int(),
    invited: z.int(),
    paying: z.int(),
    password: z.int(),
    unmarked: z.int(),
  }),
  authors: z.array(z.string()),
});
export type ImportPreview = z.output<typeof importPreviewSchema>;

const importSchema = z.object({
  id: z.string(),
  stage: z.enum(importStages),
  fileName: z.string(),
  bytes: z.int(),
  /** Bytes received. */
  received: z.int(),
  system: z.string(),
  /** Items scanned or imported. */
  done: z.int(),
  preview: importPreviewSchema.nullable(),
  counts: importCountsSchema.nullable(),
  /** The reason for a failure; empty otherwise. */
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** When the file or the report is deleted. */
  endsAt: z.iso.datetime(),
});
export type ManagedImport = z.output<typeof importSchema>;

const idParams = z.object({ id: z.string() });

export const importState = defineEndpoint({
  method: 'GET',
  path: '/api/manage/imports',
  access: 'owner',
  summary: 'The latest import of an export of another system, and how far it is.',
  reply: z.object({ latest: importSchema.nullable() }),
});

export const beginImport = defineEndpoint({
  method: 'POST',
  path: '/api/manage/imports',
  access: 'owner',
  summary: 'Begins an import: the file follows in parts. There is one at a time.',
  body: z.object({
    fileName: textSchema({ name: 'File name', max: 255 }),
    bytes: z
      .int()
      .min(1, { error: 'This file is empty.' })
      .max(importBytesMax, { error: 'This file is larger than 2 GiB. Use npm run import.' }),
  }),
  reply: importSchema,
  status: 201,
  refusals: [importUnderway, noRoomForImport],
});

export const sendImportPart = defineEndpoint({
  method: 'POST',
  path: '/api/manage/imports/:id/parts',
  access: 'owner',
  summary:
    'The bytes of the file from an offset on, at most 4 MiB: from where it broke off. The last part has the site look at it.',
  params: idParams,
  query: z.object({ offset: z.coerce.number().int().min(0) }),
  takes: 'bytes',
  reply: z.object({ received: z.int() }),
  refusals: [importNotFound, importElsewhere, partOutOfPlace, noRoomForImport],
});

export const startImport = defineEndpoint({
  method: 'POST',
  path: '/api/manage/imports/:id/start',
  access: 'owner',
  summary:
    'Brings in what was looked at; asks for the password, or for a sign-in of the last minutes where the account has none.',
  params: idParams,
  body: z.object({
    categories: z
      .array(z.object({ name: z.string().max(300), becomes: z.enum(categories) }))
      .max(mappedMax),
    /** Kinds of restricted texts that become public. */
    opened: z.array(z.enum(restrictedKinds)).max(restrictedKinds.length),
    /** Whether pictures that aren't in the file are downloaded from their addresses. */
    fetchesPictures: z.boolean(),
    password: z.string().max(passwordMax).transform(toNfc).prefault(''),
  }),
  refusals: [importNotFound, importElsewhere],
});

export const endImport = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage/imports/:id',
  access: 'owner',
  summary: 'Ends an import, or puts away its report. What was brought in stays.',
  params: idParams,
  refusals: [importNotFound],
});

const lineSchema = z.object({
  place: z.int(),
  kind: z.string(),
  name: z.string(),
  outcome: z.string(),
  /** Why the item was skipped, and what was changed. */
  detail: z.string(),
});
export type ImportLine = z.output<typeof lineSchema>;

export const importReport = defineEndpoint({
  method: 'GET',
  path: '/api/manage/imports/:id/report',
  access: 'owner',
  summary:
    'What became of each item of an import, in the order of the file; before it is started, what would become of it.',
  params: idParams,
  query: z.object({ after: z.string().optional() }),
  reply: z.object({ lines: z.array(lineSchema), next: z.int().nullable() }),
  refusals: [importNotFound],
});

export const importReportFile = defineEndpoint({
  method: 'GET',
  path: '/api/manage/imports/:id/report.csv',
  access: 'owner',
  summary: 'The whole report as CSV.',
  params: idParams,
  reply: z.unknown(),
  type: 'text/csv; charset=utf-8',
  isStreamed: true,
  refusals: [importNotFound, tooManyRequests],
});
