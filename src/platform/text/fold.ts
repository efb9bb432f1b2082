import { hasExcessiveMarks } from './normal-form.ts';

/** Text without case and accents, in one normal form, for comparing words. */
export function fold(text: string): string {
  const unpiled = hasExcessiveMarks(text) ? text.replace(/\p{M}+/gu, '') : text;
  return unpiled
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKC');
}
