import type { Figure, Figures, Line } from './figures.ts';

/** A line that fell by more than this share of its kept figure fails the gate: noise of a busy machine stays below. */
const tolerance = 0.25;

/** The number that another machine's can be compared with, greater is better; undefined where there is none. */
function comparable({ unit }: Line, figure: Figure | undefined): number | undefined {
  if (!figure || 'missing' in figure) return undefined;
  if (figure.ratio) return figure.ratio.value;
  // Bytes are the same everywhere; times without a baseline beside them aren't.
  return unit === 'kB' ? 1 / figure.value : undefined;
}

/** What fell by more than a quarter, a sentence each. */
export function fallen(lines: readonly Line[], kept: Figures, now: Figures): readonly string[] {
  return lines.flatMap((line) => {
    const before = comparable(line, kept[line.id]);
    const after = comparable(line, now[line.id]);
    if (before === undefined || after === undefined || after >= before * (1 - tolerance)) return [];
    const percent = Math.round((1 - after / before) * 100);
    return [`${line.title} (${line.id}) fell by ${percent} %.`];
  });
}

/** Lines of which there are kept figures but none now, with the reason: they were not compared. */
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
