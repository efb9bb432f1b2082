import { paths } from '../../../paths.ts';

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `May` for 5; empty for a number that is no month. */
export function monthNameOf(month: number): string {
  return monthNames[month - 1] ?? '';
}

const fourDigits = (year: number) => String(year).padStart(4, '0');

export function yearPath(year: number): string {
  return paths.archiveYear.to(fourDigits(year));
}

/** `month` 1 is January. */
export function monthPath(year: number, month: number): string {
  return paths.archiveMonth.to(fourDigits(year), String(month).padStart(2, '0'));
}
