import { refusalOfTime } from '../../contract/schedule-time.ts';

export type ReadTime = { readonly time: number } | { readonly refusal: string };

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A time as the value of a date-and-time field in local time: `2026-11-22T08:30`. */
export function fieldTimeOf(time: number): string {
  const moment = new Date(time);
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(twoDigits);
  return `${parts.join('-')}T${[moment.getHours(), moment.getMinutes()].map(twoDigits).join(':')}`;
}

/** A readable local time: `November 25 at 9:00 AM`, with the year unless it is the current one. */
export function shortTimeOf(time: number, now: number): string {
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  const day = { month: 'long', day: 'numeric', ...year } as const;
  const date = new Date(time);
  const clock = date.toLocaleTimeString('en-US', { timeStyle: 'short' });
  return `${date.toLocaleDateString('en-US', day)} at ${clock}`;
}

/** Parses the local time of a field, or gives the reason why it can't be scheduled. */
export function readFieldTime(value: string, now: number): ReadTime {
  const [, minutes] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)/.exec(value) ?? [];
  const time = minutes === undefined ? Number.NaN : new Date(minutes).getTime();
  if (Number.isNaN(time)) return { refusal: 'Please choose a date and a time.' };
  // `Date` shifts a time in the skipped hour of a clock change by one hour.
  if (fieldTimeOf(time) !== minutes) {
    return { refusal: 'There is no such time on that day: the clocks are set forward then.' };
  }
  const refusal = refusalOfTime(time, now);
  return refusal === undefined ? { time } : { refusal };
}
