import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { circumstancesSchema, writeFigures } from '../speed/kept-figures.ts';

const spread = z.object({ value: z.number(), spread: z.number() });

const rowSchema = z.object({
  /** Id of the work. */
  id: z.string(),
  who: z.string(),
  perSecond: spread,
  /** Microseconds of processor time per operation; absent if not measured. */
  site: spread.optional(),
  primary: z.number().optional(),
  replica: z.number().optional(),
  /** Speed as a share of the baseline's. */
  ratio: spread.optional(),
});
export type Row = z.output<typeof rowSchema>;

const keptSchema = circumstancesSchema.extend({
  rows: z.array(rowSchema),
  /** Size of a blog's page with gzip. */
  pageBytes: z.number(),
  freshness: z.object({
    edits: z.number(),
    medianMs: z.number(),
    mostMs: z.number(),
    ownStale: z.number(),
  }),
  /** State of the replica at the end, as the nodes report it. */
  replica: z.string(),
});
export type Kept = z.output<typeof keptSchema>;

const file = path.resolve(import.meta.dirname, 'kept-figures.json');
export const readKept = (): Kept => keptSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
export const writeKept = (kept: Kept): void => writeFigures(file, kept);
