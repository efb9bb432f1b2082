const upperCaseId = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i;

/** Undefined for an invalid percent-encoding. */
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

/** A pattern's segment with the given value in canonical spelling; undefined if they don't match. */
function spell(own: string, given: string): string | undefined {
  if (!own.startsWith(':')) return own.toLowerCase() === given.toLowerCase() ? own : undefined;
  return encodeURIComponent(upperCaseId.test(given) ? given.toLowerCase() : given);
}

/** The canonical path if it differs from the requested one. */
export type CanonicalPath = (path: string) => string | undefined;

/**
 * Each address has one canonical path. The returned function finds it for a request path in another case, with double
 * or trailing slashes or needless escapes; undefined if the path is canonical already or unknown. `patterns` are all
 * paths of the site, with `:name` for a variable segment.
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
