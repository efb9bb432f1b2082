const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** `12:04`, in the browser's time zone; `time` in milliseconds since 1970. */
export function clockTimeOf(time: number): string {
  return timeOfDay.format(time);
}
