const kilobyte = 1_000;
const megabyte = 1_000_000;

/** Formats a number of bytes: kilobytes, or megabytes with one decimal. */
export function sizeOf(bytes: number): string {
  if (bytes < megabyte) return `${Math.ceil(bytes / kilobyte)} kB`;
  return `${(bytes / megabyte).toFixed(1)} MB`;
}
