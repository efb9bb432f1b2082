import { v7 } from 'uuid';

/**
 * A new row's id: a UUID of version 7. Each sorts after every one that this process made before, within a millisecond
 * and where the clock was set back as well, so rows come back in the order in which they were written.
 */
export function rowId(): string {
  return v7();
}

/**
 * The id of a row that was written elsewhere, at this time (milliseconds since 1970): it sorts among those of that time.
 * `place` orders what has the same time.
 */
export function rowIdAt(time: number, place: number): string {
  return v7({ msecs: Math.max(0, Math.floor(time)), seq: place });
}

/** An id before every row's that is made at this time (milliseconds since 1970) or later. */
export function firstIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const form = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Whether a text is an id that a row can have which was written by this time (milliseconds since 1970). */
export function isIdUntil(text: string, time: number): boolean {
  return form.test(text) && text < firstIdAt(time + 1);
}
