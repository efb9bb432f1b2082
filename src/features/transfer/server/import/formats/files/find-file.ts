import { createEndIndex } from './end-index.ts';
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

/**
 * Finds the file for an address in a text: an export's folders are only a part of the files' paths on the web. The file
 * name and its folder have to match, or the whole path.
 */
export function createFileFinder({
  names,
}: Pick<ExportFiles, 'names'>): (address: string) => string | undefined {
  let find: ReturnType<typeof createEndIndex> | undefined;
  const known = new Set(names);
  return (address) => {
    if (known.has(address)) return address;
    const wanted = segmentsOf(address);
    if (wanted.includes('..')) return undefined;
    find ??= createEndIndex(names);
    const found = find(wanted);
    if (found?.common === wanted.length && found.whole !== undefined) return found.whole;
    return found && found.common >= 2 ? found.name : undefined;
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
