import { isId } from '../../platform/text/id.ts';

/** Folders of which nothing leads on, whatever is in them. */
const folders = new Set(['api', 'identity', 'assets', 'images']);
/** Files beside them. */
const files = new Set(['favicon.ico', 'site.webmanifest', 'sw.js']);

/** Whether a path, as `readOldAddress` gives it, is one of the site's own: those always win. */
export type IsOwnPath = (path: string) => boolean;

/**
 * `patterns` are the paths that there are, with `:name` for a segment that varies. Where that is an `:id`, other words in
 * its place are nobody's, so that `/blog/my-title` may lead on.
 */
export function createIsOwnPath(patterns: readonly string[]): IsOwnPath {
  const byFirst = new Map<string, string[][]>();
  for (const pattern of patterns) {
    const [first = '', ...rest] = pattern.split('/').filter(Boolean);
    const key = first.toLowerCase();
    byFirst.set(key, [...(byFirst.get(key) ?? []), rest]);
  }
  const fits = (own: string, given: string) => {
    if (own === ':id') return isId(given);
    return own.startsWith(':') || own.toLowerCase() === given;
  };
  return (path) => {
    if (path === '/') return true;
    const [first = '', ...rest] = path.slice(1).split('/');
    if (folders.has(first) || (rest.length === 0 && files.has(first))) return true;
    return (byFirst.get(first) ?? []).some(
      (own) =>
        own.length === rest.length &&
        own.every((segment, index) => fits(segment, rest[index] ?? '')),
    );
  };
}
