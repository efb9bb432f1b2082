import {
  type Figure,
  type Figures,
  type Goal,
  isReached,
  type Line,
  type Unit,
} from '../figures.ts';

function numberIn(value: number, unit: Unit): string {
  if (unit === '') return value.toFixed(3);
  const digits = value >= 100 || unit === '/s' || unit === 'of 100' ? 0 : 1;
  // Thousands separated by commas.
  return value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A value in its unit, such as `14.2 µs`. */
function valueText(value: number, unit: Unit): string {
  const number = numberIn(value, unit);
  if (unit === '' || unit === 'of 100') return number;
  return unit === '/s' ? `${number}/s` : `${number} ${unit}`;
}

/** A ratio to a plain server's speed; small ones with two significant digits. */
export function ratioText(ratio: number): string {
  return ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(2);
}

const spreadText = (spread: number) => ` ±${Math.round(spread * 100)} %`;

function figureText(figure: Figure | undefined, unit: Unit): string {
  if (!figure) return '';
  if ('missing' in figure) return figure.missing.replaceAll('|', '/');
  return valueText(figure.value, unit) + spreadText(figure.spread);
}

function ratioOf(figure: Figure | undefined): string {
  if (!figure || 'missing' in figure || !figure.ratio) return '';
  return ratioText(figure.ratio.value) + spreadText(figure.ratio.spread);
}

/** Without the spread: the figure beside it, which it is compared with, has one. */
function beforeText(figure: Figure | undefined, unit: Unit): string {
  if (!figure || 'missing' in figure) return '';
  const value = valueText(figure.value, unit);
  return figure.ratio ? `${value}, ${ratioText(figure.ratio.value)}` : value;
}

function goalText(goal: Goal | undefined, unit: Unit): string {
  if (!goal) return '';
  if ('ratio' in goal) return `${ratioText(goal.ratio)} of plain`;
  return 'atMost' in goal
    ? `at most ${valueText(goal.atMost, unit)}`
    : `at least ${valueText(goal.atLeast, unit)}`;
}

/** A Markdown table of these lines. */
export function tableOf(lines: readonly Line[], now: Figures, before: Figures): string {
  const rows = lines.map((line) => {
    const { id, title, unit, goal } = line;
    const reached = isReached(line, now[id]) ? ' ✓' : '';
    return [
      title,
      figureText(now[id], unit),
      ratioOf(now[id]),
      beforeText(before[id], unit),
      goalText(goal, unit) + reached,
    ];
  });
  return [
    ['', 'now', 'of plain', 'before', 'goal'],
    Array.from({ length: 5 }, () => '---'),
    ...rows,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
