import type { ExportFiles } from './export-files.ts';

function segmentsOf(name: string): readonly string[] {
  const path = URL.parse(name)?.pathname ?? name.split(/[?#]/)[0] ?? '';
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The number of equal segments at the ends of two paths. */
function commonEnd(left: readonly string[], right: readonly string[]): number {
  let count = 0;
  while (
    count < Math.min(left.length, right.length) &&
    left.at(-1 - count) === right.at(-1 - count)
  )
    count += 1;
  return count;
}

/**
 * Finds the file for an address in a text: an export's folders are only a part of the files' paths on the web. The file
 * name and its folder have to match, or the whole path.
 */
export function createFileFinder({
  names,
}: Pick<ExportFiles, 'names'>): (address: string) => string | undefined {
  let byLast: Map<string, readonly string[][]> | undefined;
  const known = new Set(names);
  return (address) => {
    if (known.has(address)) return address;
    const wanted = segmentsOf(address);
    const last = wanted.at(-1);
    if (last === undefined || wanted.includes('..')) return undefined;
    byLast ??= Map.groupBy(
      names.map((name) => name.split('/')),
      (parts) => parts.at(-1) ?? '',
    );
    let best: { readonly name: string; readonly common: number } | undefined;
    for (const parts of byLast.get(last) ?? []) {
      const common = commonEnd(wanted, parts);
      const isEnough = common >= 2 || common === Math.max(wanted.length, parts.length);
      if (isEnough && common > (best?.common ?? 0)) best = { name: parts.join('/'), common };
    }
    return best?.name;
  };
}

/** `readFile` of an export: by a file's name, or by its address in a text. */
export function readFileOf(
  files: ExportFiles,
): (name: string, bytesMax: number) => Promise<Uint8Array | undefined> {
  const find = createFileFinder(files);
  return async (name, bytesMax) => {
    const found = find(name);
    return found === undefined ? undefined : await files.read(found, bytesMax);
  };
}
