/** A time in ISO 8601, as API replies and pages contain it; `ms` are milliseconds since 1970. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
