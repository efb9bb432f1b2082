import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Edition, type Figures, figureSchema } from './figures.ts';

/** When, where and how it was measured. */
export const circumstancesSchema = z.object({
  /** The day, as 2026-11-22. */
  day: z.string(),
  /** Short hash of the commit that was measured; with `+` if files were changed. */
  commit: z.string(),
  /** Processor, system and versions, one per line. */
  machine: z.array(z.string()),
  rounds: z.number(),
  /** Seconds of load in each round. */
  seconds: z.number(),
});
const benchRunSchema = circumstancesSchema.extend({
  figures: z.record(z.string(), figureSchema),
});
/** The figures of one run. */
export type BenchRun = z.output<typeof benchRunSchema>;

const keptSchema = z.object({ before: benchRunSchema.optional(), now: benchRunSchema.optional() });
export type Kept = z.output<typeof keptSchema>;

const keptFile = path.resolve(import.meta.dirname, '../kept-figures.json');

/** The stored figures; empty if nothing was stored yet. */
export function readKept(): Kept {
  let text: string;
  try {
    text = readFileSync(keptFile, 'utf8');
  } catch {
    return {};
  }
  return keptSchema.parse(JSON.parse(text));
}

/** More than four digits would exceed the precision of these measurements. */
const rounded = (_key: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : value;

export function writeFigures(file: string, figures: unknown): void {
  writeFileSync(file, `${JSON.stringify(figures, rounded, 2)}\n`);
}

export function writeKept(kept: Kept): void {
  writeFigures(keptFile, kept);
}

/** Adds a run; if it measured only some lines, the earlier figures of the others remain. */
export function addRun(kept: Kept, edition: Edition, run: BenchRun): Kept {
  const earlier: Figures = kept[edition]?.figures ?? {};
  return { ...kept, [edition]: { ...run, figures: { ...earlier, ...run.figures } } };
}
