import type { Figure, Figures, Line } from './figures.ts';

/**
 * A line that falls by more than this share of its stored figure fails the gate; noise of a busy machine stays below.
 */
const tolerance = 0.25;

/** A number that can be compared across machines, greater is better; undefined if there is none. */
function comparable({ unit }: Line, figure: Figure | undefined): number | undefined {
  if (!figure || 'missing' in figure) return undefined;
  if (figure.ratio) return figure.ratio.value;
  // Sizes are the same on every machine; times without a baseline aren't.
  return unit === 'kB' ? 1 / figure.value : undefined;
}

/** The lines that fell by more than a quarter, one sentence each. */
export function regressions(
  lines: readonly Line[],
  kept: Figures,
  now: Figures,
): readonly string[] {
  return lines.flatMap((line) => {
    const before = comparable(line, kept[line.id]);
    const after = comparable(line, now[line.id]);
    if (before === undefined || after === undefined || after >= before * (1 - tolerance)) return [];
    const percent = Math.round((1 - after / before) * 100);
    return [`${line.title} (${line.id}) fell by ${percent} %.`];
  });
}

/** Lines that can't be compared, with the reason: no stored figure, or none in this run. */
export function notCompared(
  lines: readonly Line[],
  kept: Figures,
  now: Figures,
): readonly string[] {
  return lines.flatMap((line) => {
    if (comparable(line, kept[line.id]) === undefined) return [`${line.title}: nothing is kept.`];
    const figure = now[line.id];
    return figure && 'missing' in figure ? [`${line.title}: ${figure.missing}`] : [];
  });
}
