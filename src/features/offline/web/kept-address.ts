/**
 * Pages that are stored, and the paths of their copies. They repeat addresses of `src/paths.ts`, a module larger than
 * the whole service worker; a test compares them.
 */

export const wishlistPage = '/Wishlist';
export const writingPage = '/Account/writing';
/** The empty form of a new blog: its copy is shown for every draft, whose text comes from the API. */
export const editorPage = '/Add-Blog?draft=another';
/** The list of stored content; also shown in place of pages that aren't stored. */
export const devicePage = '/on-this-device';

const editorPath = '/Add-Blog';
const blogFolder = '/blog/';
const updateFolder = '/update-blog/';

/** Whether a path without a query is directly in a folder. */
function isIn(folder: string, path: string): boolean {
  const name = path.slice(folder.length);
  return path.startsWith(folder) && name !== '' && !name.includes('/') && !name.includes('?');
}

export const blogPageOf = (id: string) => blogFolder + id;
export const updatePageOf = (id: string) => updateFolder + id;

/** Whether a path is a blog's page. */
export function isBlogPage(path: string): boolean {
  return isIn(blogFolder, path);
}

/** Whether a page is for writing: an editor, or the list of own texts. */
export function isForWriting(path: string): boolean {
  return path === writingPage || path === editorPage || isIn(updateFolder, path);
}

/** Whether a page is stored for the signed-in person only. */
export function isOwnPage(path: string): boolean {
  return path === wishlistPage || isForWriting(path);
}

/** The path, without an origin, of the copy that is shown for an address. */
export function copyOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): {
  readonly path: string;
  /** Whether the copy has another address, to which the browser must be redirected first. */
  readonly isElsewhere: boolean;
} {
  if (pathname === editorPath) return { path: editorPage, isElsewhere: search === '' };
  return { path: pathname, isElsewhere: search !== '' && pathname !== devicePage };
}
