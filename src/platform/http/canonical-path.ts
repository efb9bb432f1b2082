const upperCaseId = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i;

/** Undefined for what is not well encoded. */
function segmentsOf(path: string): readonly string[] | undefined {
  try {
    return path
      .split('/')
      .filter(Boolean)
      .map((segment) => decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}

/** A segment of a pattern as this given one spells it; undefined where it is another. */
function spell(own: string, given: string): string | undefined {
  if (!own.startsWith(':')) return own.toLowerCase() === given.toLowerCase() ? own : undefined;
  return encodeURIComponent(upperCaseId.test(given) ? given.toLowerCase() : given);
}

/** The canonical path, where another one was asked for. */
export type CanonicalPath = (path: string) => string | undefined;

/**
 * Each address has one canonical path. The function finds it for a path (of a request line) in another case, with doubled
 * or trailing slashes or needless escapes; undefined for a path that is canonical already or leads nowhere.
 * `patterns` are the paths that there are, with `:name` for a segment that varies.
 */
export function createCanonicalPath(patterns: readonly string[]): CanonicalPath {
  const known = patterns.map((pattern) => pattern.split('/').filter(Boolean));

  return (path) => {
    const given = segmentsOf(path);
    for (const own of known) {
      if (own.length !== given?.length) continue;
      const spelled = own.map((segment, index) => spell(segment, given[index] ?? ''));
      if (spelled.includes(undefined)) continue;
      const right = `/${spelled.join('/')}`;
      return right === path ? undefined : right;
    }
    return undefined;
  };
}
