/** What JavaScript calls to make a text or a number of an object. */
const conversions = ['toString', 'valueOf'] as const;

/**
 * True where an object within a value that came as JSON brings a conversion of its own. It can't be a function, so that
 * whatever compares the object throws, as the bounds of a schema do with the `length` of anything they are given.
 */
export function hasOwnConversion(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (conversions.some((name) => Object.hasOwn(next, name))) return true;
    for (const part of Object.values(next)) waiting.push(part);
  }
  return false;
}
