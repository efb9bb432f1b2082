const numbers = new Intl.NumberFormat('en-US');

/** A number with its noun: `1 blog`, `1,234 blogs`. */
export function countWords(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}
