import { escapeHtml } from '../../../src/platform/text/escape.ts';
import type { Figure, Figures, Line } from '../figures.ts';
import { ratioText } from './table.ts';

/** A heading and the lines under it. */
export interface ChartGroup {
  readonly heading: string;
  readonly lines: readonly Line[];
}

/** SVG units, which are CSS pixels at full size. */
const width = 760;
const barsFrom = 330;
const barsWide = 360;
const lineHigh = 30;
const headingHigh = 40;
const barHigh = 9;

/** Follows the reader's preferred colour scheme, wherever the picture is shown. */
const style = `
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.heading { font-weight: 600; }
.axis { fill: #59636e; font-size: 11px; }
.grid { stroke: #d1d9e0; }
.now { fill: #0b6e66; }
.before { fill: #b9c2ca; }
.goal { stroke: #b35900; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .axis { fill: #9198a1; }
  .grid { stroke: #3d444d; }
  .now { fill: #4fc3b6; }
  .before { fill: #59636e; }
  .goal { stroke: #f0a35e; }
}`;

function ratioIn(figure: Figure | undefined): number | undefined {
  return figure && 'value' in figure ? figure.ratio?.value : undefined;
}

function bar(name: 'now' | 'before', ratio: number | undefined, y: number): string {
  if (ratio === undefined) return '';
  // Ratios above 1 would leave the picture; a bar of zero width would be invisible.
  const wide = Math.max(1, Math.min(ratio, 1) * barsWide).toFixed(1);
  return `<rect class="${name}" x="${barsFrom}" y="${y}" width="${wide}" height="${barHigh}"/>`;
}

function text(content: string, x: number, y: number, attributes = ''): string {
  return `<text x="${x}" y="${y}"${attributes}>${escapeHtml(content)}</text>`;
}

/**
 * An SVG of each line's speed as a share of a plain server's, this checkout's bar above the earlier one's, with a mark
 * at the goal. Lines without a ratio are omitted.
 */
export function chartOf(groups: readonly ChartGroup[], now: Figures, before: Figures): string {
  const parts: string[] = [];
  let y = 24;
  for (const { heading, lines } of groups) {
    const shown = lines.filter(({ id }) => ratioIn(now[id]) !== undefined);
    if (shown.length === 0) continue;
    parts.push(text(heading, 12, y + 14, ' class="heading"'));
    y += headingHigh - 10;
    for (const { id, title, goal } of shown) {
      const ratio = ratioIn(now[id]) ?? 0;
      parts.push(text(title.replaceAll('`', ''), 12, y + 14));
      parts.push(bar('now', ratio, y), bar('before', ratioIn(before[id]), y + barHigh + 1));
      parts.push(text(ratioText(ratio), barsFrom + barsWide + 12, y + 14));
      if (goal && 'ratio' in goal) {
        const x = barsFrom + goal.ratio * barsWide;
        parts.push(`<path class="goal" d="M${x} ${y - 3}v${2 * barHigh + 7}"/>`);
      }
      y += lineHigh;
    }
    y += 10;
  }
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const x = barsFrom + share * barsWide;
    const label = text(share.toFixed(2), x, y + 12, ' class="axis" text-anchor="middle"');
    return `<path class="grid" d="M${x} 12V${y - 4}"/>${label}`;
  });
  const description =
    'Speed as a share of a plain server’s; the mark is the goal, the paler bar how it was before.';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 24}" role="img" aria-label="${description}">
<style>${style}
</style>
${[...grid, ...parts].filter(Boolean).join('\n')}
</svg>
`;
}
