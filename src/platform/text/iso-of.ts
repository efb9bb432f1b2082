/** A time as it leaves the site, ISO 8601; `ms` are milliseconds since 1970. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
