/** Moves an item of a list up or down by one. */
export function moved<T>(items: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const item = items[index];
  const place = index + by;
  if (item === undefined || place < 0 || place >= items.length) return items;
  return items.toSpliced(index, 1).toSpliced(place, 0, item);
}
