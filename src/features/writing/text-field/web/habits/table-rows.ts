const dashes = /^:?-+:?$/;

/** Whether a line is a row with a bar at both ends, as the tools write them. */
export function isRow(line: string): boolean {
  const bars = line.trim();
  return bars.length > 1 && bars.startsWith('|') && bars.endsWith('|');
}

/** Positions of a row's unescaped bars. */
export function barsOf(row: string): number[] {
  const bars: number[] = [];
  for (let at = 0; at < row.length; at += 1) {
    if (row[at] === '\\') at += 1;
    else if (row[at] === '|') bars.push(at);
  }
  return bars;
}

/** Whether a row is the delimiter row below the headings. */
export function isDashes(row: string): boolean {
  const bars = barsOf(row);
  return bars
    .slice(1)
    .every((bar, index) => dashes.test(row.slice((bars[index] ?? 0) + 1, bar).trim()));
}
