import { isId } from '../../platform/text/id.ts';

/** Folders below which no redirects apply. */
const folders = new Set(['api', 'identity', 'assets', 'images']);
/** Files in the root folder that are the site's own. */
const files = new Set(['favicon.ico', 'site.webmanifest', 'sw.js']);

/** Whether a path, as `readOldAddress` returns it, is the site's own: such paths take precedence over redirects. */
export type IsOwnPath = (path: string) => boolean;

/**
 * Whether a redirect of this path, with query parameters or without, would stand in the place of a page. Home alone may
 * have redirects by its query, as other systems have addresses such as `/?p=123`.
 */
export function coversPage(isOwn: IsOwnPath, path: string, hasQuery: boolean): boolean {
  return isOwn(path) && !(path === '/' && hasQuery);
}

/**
 * `patterns` are the site's routes, with `:name` for a variable segment. An `:id` matches ids only, so that
 * `/blog/my-title` can be redirected.
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
    // Each request asks, so nothing is split before it must be.
    const end = path.indexOf('/', 1);
    const first = end < 0 ? path.slice(1) : path.slice(1, end);
    if (folders.has(first) || (end < 0 && files.has(first))) return true;
    const owns = byFirst.get(first);
    if (!owns) return false;
    const rest = end < 0 ? [] : path.slice(end + 1).split('/');
    return owns.some(
      (own) =>
        own.length === rest.length &&
        own.every((segment, index) => fits(segment, rest[index] ?? '')),
    );
  };
}
