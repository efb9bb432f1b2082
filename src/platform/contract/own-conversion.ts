/** The methods that JavaScript calls to convert an object to a string or number. */
const conversions = ['toString', 'valueOf'] as const;

/**
 * True if an object within a JSON value has its own conversion property. It can't be a function, so comparing the
 * object throws, for example when a schema checks the bounds of its `length`.
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
