/** Maximum length of a page's address in characters; longer ones have no route. */
const longestUrl = 2_048;
/** Folders of static files, each with a single label. */
const folders = ['assets', 'images'];

/**
 * Maps an address to its route, such as `/blog/:id`: one of `paths`, the folder of a file, or `other`, so that invented
 * addresses create no labels.
 */
export function createRouteNames(paths: readonly string[]): (url: string) => string {
  const exact = new Map<string, string>();
  /** Paths with parameters, by their number of segments. */
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
