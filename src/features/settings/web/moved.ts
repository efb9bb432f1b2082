/** The list with one of its items a place up or down. */
export function moved<T>(items: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const item = items[index];
  const place = index + by;
  if (item === undefined || place < 0 || place >= items.length) return items;
  return items.toSpliced(index, 1).toSpliced(place, 0, item);
}
