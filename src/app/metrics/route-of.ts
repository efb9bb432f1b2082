/** Characters of the longest address that a page has; whatever is longer names no route. */
const longestUrl = 2_048;
/** Folders whose addresses are files', each one label. */
const folders = ['assets', 'images'];

/**
 * The function that names the route of an address, such as `/blog/:id`: one of `paths`, the folder of a file, or `other`,
 * so that nobody who makes addresses up makes labels.
 */
export function createRouteNames(paths: readonly string[]): (url: string) => string {
  const exact = new Map<string, string>();
  /** Those with a segment that varies, by how many segments they have. */
  const varying = new Map<number, { readonly path: string; readonly segments: string[] }[]>();
  for (const path of paths) {
    if (!path.includes(':')) exact.set(path, path);
    else {
      const segments = path.split('/');
      const alike = varying.get(segments.length) ?? [];
      varying.set(segments.length, [...alike, { path, segments }]);
    }
  }
  return (url) => {
    if (url.length > longestUrl) return 'other';
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const found = exact.get(path);
    if (found !== undefined) return found;
    const given = path.split('/');
    const alike = varying.get(given.length) ?? [];
    const match = alike.find(({ segments }) =>
      segments.every((segment, index) => segment.startsWith(':') || segment === given[index]),
    );
    if (match) return match.path;
    const [, folder = ''] = given;
    return given.length > 2 && folders.includes(folder) ? `/${folder}/*` : 'other';
  };
}
