import type { KeptEntry } from './kept.ts';

const widths = ['256', '480', '800', '1280'];

/**
 * The common key of a picture's variants: its address without width and format. One variant is stored, and shown in
 * place of the others.
 */
export function stemOf(path: string): string {
  const dot = path.lastIndexOf('.');
  const stem = dot > path.lastIndexOf('/') ? path.slice(0, dot) : path;
  const width = widths.find((one) => stem.endsWith(`-${one}`));
  return width ? stem.slice(0, -width.length - 1) : stem;
}

/** Pictures that no page in the same cache uses. */
export function picturesWithoutPage(entries: readonly KeptEntry[]): readonly KeptEntry[] {
  const shown = new Set(
    entries.flatMap(({ cache, needs = [] }) => needs.map((path) => `${cache} ${stemOf(path)}`)),
  );
  return entries.filter(
    ({ kind, cache, path }) => kind === 'picture' && !shown.has(`${cache} ${path}`),
  );
}
