import { accountSuspended } from './role-problems.ts';

/** End of an unlimited suspension: the latest valid date. */
export const unlimitedSuspension = 8_640_000_000_000_000;

/** The columns in `people`. */
export interface SuspensionRow {
  readonly suspended_until: number | null;
  readonly suspension_reason: string | null;
}

/** Whether a person is suspended now; a suspension expires by itself. */
export function isSuspended(
  { suspended_until: until }: Pick<SuspensionRow, 'suspended_until'>,
  now: number,
): boolean {
  return until !== null && until > now;
}

/** Made at its first use: that takes milliseconds. */
let byUtc: Intl.DateTimeFormat | undefined;

/** Such as `July 4, 2026 at 3:00 PM UTC`. */
export function momentInUtc(at: number): string {
  byUtc ??= new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${byUtc.format(at)} UTC`;
}

/** Throws `account-suspended`, with its end and reason, for a suspended person. */
export function assertNotSuspended(row: SuspensionRow, now: number): void {
  const { suspended_until: until, suspension_reason: reason } = row;
  if (until === null || !isSuspended(row, now)) return;
  const end = until >= unlimitedSuspension ? ' for good' : ` until ${momentInUtc(until)}`;
  throw accountSuspended({ message: `This account is suspended${end}. The reason: ${reason}` });
}
