const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * `November 20, 2026` for an ISO 8601 moment; null where there is none or it can't be read. In UTC, so that the
 * server and every browser write the same day.
 */
export function longDateOf(moment: string | null): string | null {
  const time = moment === null ? Number.NaN : Date.parse(moment);
  return Number.isNaN(time) ? null : longDate.format(time);
}
