import { engineNames, type Result, searchGoalMs, sizeName } from './report.ts';

const panel = { width: 330, height: 300, left: 52, top: 44, gap: 60 };
const legendLine = 20;
const leastMs = 0.01;
const mostMs = 1_000;
/** Eight colours that most people can tell apart, on light and on dark backgrounds (after Okabe and Ito). */
const colours = {
  light: ['#0072b2', '#c04f00', '#00795a', '#a8447f', '#6b6000', '#2a6fd6', '#8f1d2c', '#333333'],
  dark: ['#56b4e9', '#f0a150', '#2fc79a', '#e08fc0', '#f0e442', '#8fb4ff', '#ff8a95', '#dddddd'],
} as const;
const dashes = ['', '6 3', '2 3', '8 3 2 3'];

function style(): string {
  const lines = (list: readonly string[]) =>
    list.map((colour, index) => `.s${index}{stroke:${colour}}`).join('');
  return `<style>
text{font:12px system-ui,sans-serif;fill:#444}.name{font-weight:600;font-size:14px}
.ground{fill:#fff}.grid{stroke:#e2e2e2}.goal{stroke:#888;stroke-dasharray:3 4}
path{fill:none;stroke-width:2}${lines(colours.light)}
@media (prefers-color-scheme:dark){text{fill:#bbb}.ground{fill:#16181c}.grid{stroke:#2c2f36}${lines(colours.dark)}}
</style>`;
}

/** Vertical position of a time on the logarithmic axis. */
function yOf(ms: number): number {
  const share = Math.log10(Math.max(ms, leastMs) / leastMs) / Math.log10(mostMs / leastMs);
  return Math.round(panel.height * (1 - share) * 10) / 10;
}

function xOf(size: number, sizes: readonly number[]): number {
  const [least = 1] = sizes;
  const span = Math.log10((sizes.at(-1) ?? least) / least);
  return Math.round((span === 0 ? 0 : Math.log10(size / least) / span) * panel.width * 10) / 10;
}

function grid(sizes: readonly number[]): string {
  const across = [0.01, 0.1, 1, 10, 100, 1_000].map((ms) => {
    const y = yOf(ms);
    return `<line class="grid" x1="0" x2="${panel.width}" y1="${y}" y2="${y}"/><text x="-8" y="${y + 4}" text-anchor="end">${ms.toLocaleString('en')}</text>`;
  });
  const along = sizes.map((size) => {
    const x = xOf(size, sizes);
    return `<line class="grid" x1="${x}" x2="${x}" y1="0" y2="${panel.height}"/><text x="${x}" y="${panel.height + 18}" text-anchor="middle">${sizeName(size)}</text>`;
  });
  const goal = yOf(searchGoalMs);
  return [
    ...across,
    ...along,
    `<line class="goal" x1="0" x2="${panel.width}" y1="${goal}" y2="${goal}"/>`,
    `<text x="4" y="${goal - 5}">${searchGoalMs} ms: goal of a search</text>`,
    `<text x="${panel.width / 2}" y="${panel.height + 36}" text-anchor="middle">blogs</text>`,
  ].join('\n');
}

function marked(index: number): string {
  return `class="s${index % colours.light.length}" stroke-dasharray="${dashes[index % dashes.length]}"`;
}

function drawnRows({ rows }: Result) {
  return rows.filter(({ read }) => read.isDrawn);
}

function panelOf(result: Result, index: number): string {
  const { sizes, engine } = result;
  const lines = drawnRows(result).map(({ figures }, line) => {
    const points = figures.map(({ p50 }, at) => `${xOf(sizes[at] ?? 1, sizes)} ${yOf(p50)}`);
    return `<path ${marked(line)} d="M${points.join('L')}"/>`;
  });
  const x = panel.left + index * (panel.width + panel.gap);
  return `<g transform="translate(${x} ${panel.top})">
<text class="name" x="0" y="-20">${engineNames[engine]}, milliseconds (p50)</text>
${grid(sizes)}
${lines.join('\n')}
</g>`;
}

function legend(result: Result, top: number): string {
  return drawnRows(result)
    .map(({ read }, index) => {
      const x = panel.left + (index % 2) * (panel.width + panel.gap);
      const y = top + Math.floor(index / 2) * legendLine;
      return `<path ${marked(index)} d="M${x} ${y - 4}h28"/><text x="${x + 36}" y="${y}">${read.name}</text>`;
    })
    .join('\n');
}

/** An SVG of the charted reads of each engine as lines over the number of blogs; both axes are logarithmic. */
export function growthChart(results: readonly Result[]): string {
  const [first] = results;
  if (!first) return '';
  const columns = Math.max(2, results.length);
  const width = panel.left + columns * panel.width + (columns - 1) * panel.gap + 20;
  const legendTop = panel.top + panel.height + 64;
  const height = legendTop + Math.ceil(drawnRows(first).length / 2) * legendLine;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="What reads cost as the number of blogs grows">
${style()}
<rect class="ground" width="${width}" height="${height}"/>
${results.map(panelOf).join('\n')}
${legend(first, legendTop)}
</svg>
`;
}
