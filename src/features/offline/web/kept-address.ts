/**
 * Which pages are kept, and where their copies lie. The addresses are those of `src/paths.ts`, which weighs more than the
 * whole service worker; a test compares them.
 */

export const wishlistPage = '/Wishlist';
export const writingPage = '/Account/writing';
/** The form of a new blog, empty: shown for every draft, whose text it gets from the API. */
export const editorPage = '/Add-Blog?draft=another';
/** What is on this device; also shown in the place of what isn't. */
export const devicePage = '/on-this-device';

const editorPath = '/Add-Blog';
const blogFolder = '/blog/';
const updateFolder = '/update-blog/';

/** Below a folder, without another one in it, and without a query. */
function isIn(folder: string, path: string): boolean {
  const name = path.slice(folder.length);
  return path.startsWith(folder) && name !== '' && !name.includes('/') && !name.includes('?');
}

export const blogPageOf = (id: string) => blogFolder + id;
export const updatePageOf = (id: string) => updateFolder + id;

/** Whether a path is that of a blog to read. */
export function isBlogPage(path: string): boolean {
  return isIn(blogFolder, path);
}

/** Whether a page is one on which its person writes, or finds what they write. */
export function isForWriting(path: string): boolean {
  return path === writingPage || path === editorPage || isIn(updateFolder, path);
}

/** Whether a page is one that is kept for its person alone. */
export function isOwnPage(path: string): boolean {
  return path === wishlistPage || isForWriting(path);
}

/** Where the copy lies that is shown for an address, without an origin. */
export function copyOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): {
  readonly path: string;
  /** Whether the copy is of another address, to which the browser has to be led first. */
  readonly isElsewhere: boolean;
} {
  if (pathname === editorPath) return { path: editorPage, isElsewhere: search === '' };
  return { path: pathname, isElsewhere: search !== '' && pathname !== devicePage };
}
