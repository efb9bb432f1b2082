import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { circumstancesSchema, writeFigures } from '../speed/kept-figures.ts';

const spread = z.object({ value: z.number(), spread: z.number() });

const rowSchema = z.object({
  /** The work. */
  id: z.string(),
  who: z.string(),
  perSecond: spread,
  /** Microseconds of processor time for each; none of what isn't measured so. */
  site: spread.optional(),
  primary: z.number().optional(),
  replica: z.number().optional(),
  /** Its speed as a share of its baseline's. */
  ratio: spread.optional(),
});
export type Row = z.output<typeof rowSchema>;

const keptSchema = circumstancesSchema.extend({
  rows: z.array(rowSchema),
  /** Of a blog's page, as gzip. */
  pageBytes: z.number(),
  freshness: z.object({
    edits: z.number(),
    medianMs: z.number(),
    mostMs: z.number(),
    ownStale: z.number(),
  }),
  /** How the nodes said that it was, at the end. */
  replica: z.string(),
});
export type Kept = z.output<typeof keptSchema>;

const file = path.resolve(import.meta.dirname, 'kept-figures.json');
export const readKept = (): Kept => keptSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
export const writeKept = (kept: Kept): void => writeFigures(file, kept);
