import { v7 } from 'uuid';

/**
 * A new row's id: a version 7 UUID. Ids of one process are strictly increasing, also within a millisecond and if the
 * clock is set back, so rows sort in the order in which they were written.
 */
export function rowId(): string {
  return v7();
}

/**
 * The id for a row that was written elsewhere at this time (milliseconds since 1970), so that it sorts by that time.
 * `place` orders rows of the same time.
 */
export function rowIdAt(time: number, place: number): string {
  return v7({ msecs: Math.max(0, Math.floor(time)), seq: place });
}

/** A lower bound of all ids created at this time (milliseconds since 1970) or later. */
export function firstIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const form = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Whether a text is an id of a row created no later than this time (milliseconds since 1970). */
export function isIdUntil(text: string, time: number): boolean {
  return form.test(text) && text < firstIdAt(time + 1);
}
