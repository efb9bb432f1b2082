const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `12:04`, in the browser's time zone; `time` in milliseconds since 1970. */
export function clockTimeOf(time: number): string {
  return timeOfDay.format(time);
}

/** `November 20, 2026 at 12:04`, in the browser's time zone. */
export function momentOf(time: number): string {
  return dayAndTime.format(time);
}
