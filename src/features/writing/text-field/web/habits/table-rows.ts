const dashes = /^:?-+:?$/;

/** Positions of a row's unescaped bars. */
function barsOf(row: string): number[] {
  const bars: number[] = [];
  for (let at = 0; at < row.length; at += 1) {
    if (row[at] === '\\') at += 1;
    else if (row[at] === '|') bars.push(at);
  }
  return bars;
}

/** Whether a line may be a row of a table outside of quotes. */
export function isRow(line: string): boolean {
  return barsOf(line).length > 0 && !/^[ \t]*>/.test(line);
}

/**
 * The bars around a row's cells. Where the first or the last one isn't written, the position before or after the row
 * stands for it.
 */
export function edgesOf(row: string): number[] {
  const bars = barsOf(row);
  const isOpened = row.trimStart().startsWith('|');
  const edges = isOpened ? bars : [-1, ...bars];
  const isClosed = edges.length > 1 && edges.at(-1) === row.trimEnd().length - 1;
  return isClosed ? edges : [...edges, row.length];
}

/** The number of a row's cells. */
export function cellCount(row: string): number {
  return edgesOf(row).length - 1;
}

/** Whether a row is the delimiter row below the headings. */
export function isDashes(row: string): boolean {
  const edges = edgesOf(row);
  return edges
    .slice(1)
    .every((edge, index) => dashes.test(row.slice((edges[index] ?? 0) + 1, edge).trim()));
}
