import { isGone } from '../../../blog/server/gone-blogs.ts';
import { paths } from '../../../paths.ts';
import type { Reader } from '../../../storage/storage.ts';
import { keyOf, readOldAddress, readShape } from '../old-address.ts';
import { coversPage, type IsOwnPath } from '../own-paths.ts';
import { findRedirects, findShapes, type Target } from './redirect-store.ts';

/** Longest chain of redirects; a longer one counts as a loop. */
const stepsMax = 8;

/** Sets of query parameters that redirects use, by path. */
export type NamesOf = ReadonlyMap<string, readonly (readonly string[])[]>;

/** The possible keys of an address, the most specific first. A stored redirect that covers a page has no effect. */
function keysOf(url: string, namesOf: NamesOf, isOwn: IsOwnPath): readonly string[] {
  const address = readOldAddress(url);
  if (!address) return [];
  const all = [...(namesOf.get(address.path) ?? []), []];
  return all
    .filter((names) => !coversPage(isOwn, address.path, names.length > 0))
    .map((names) => keyOf(address, names))
    .filter((key) => key !== undefined);
}

/**
 * Sets of query parameters that redirects use, by path; undefined without any redirects. `also` are shapes about to be
 * stored.
 */
export async function loadNames(
  db: Reader,
  also: readonly string[] = [],
): Promise<NamesOf | undefined> {
  const { hasAny, shapes } = await findShapes(db);
  if (!hasAny && also.length === 0) return undefined;
  const known = new Map<string, string[][]>();
  for (const shape of new Set([...shapes, ...also])) {
    const { path, names } = readShape(shape);
    known.set(path, [...(known.get(path) ?? []), names]);
  }
  for (const all of known.values()) all.sort((one, other) => other.length - one.length);
  return known;
}

/**
 * The address of a blog that is visible or was deleted (410). Undefined for any other, so that a hidden blog isn't
 * revealed.
 */
async function blogAddress(db: Reader, id: string): Promise<string | undefined> {
  const visible = await db
    .selectFrom('published_blogs')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return visible || (await isGone(db, id)) ? paths.blog.to(id) : undefined;
}

export interface Way {
  /** Undefined if the target isn't public or the chain loops. */
  readonly location: string | undefined;
  /** Whether the chain loops or is too long. */
  readonly isCircle: boolean;
}

/** Resolves a chain of redirects, so that visitors are redirected once. */
export async function follow(
  db: Reader,
  isOwn: IsOwnPath,
  { from, target, namesOf }: { from: string; target: Target; namesOf: NamesOf },
): Promise<Way> {
  const seen = new Set([from]);
  let at = target;
  for (let step = 0; step < stepsMax; step += 1) {
    if ('blogId' in at) return { location: await blogAddress(db, at.blogId), isCircle: false };
    const { address } = at;
    if (!address.startsWith('/')) return { location: address, isCircle: false };
    const keys = keysOf(address, namesOf, isOwn);
    const found = await findRedirects(db, keys);
    const next = keys.map((key) => found.find(({ path }) => path === key)).find(Boolean);
    if (keys.some((key) => seen.has(key))) return { location: undefined, isCircle: true };
    if (!next) return { location: address, isCircle: false };
    seen.add(next.path);
    at = next.target;
  }
  return { location: undefined, isCircle: true };
}

/** The redirect of an address, read from the database. */
export async function findRedirect(
  db: Reader,
  isOwn: IsOwnPath,
  url: string,
  namesOf: NamesOf,
): Promise<{ readonly path: string; readonly way: Way } | undefined> {
  const keys = keysOf(url, namesOf, isOwn);
  const found = await findRedirects(db, keys);
  for (const key of keys) {
    const redirect = found.find(({ path }) => path === key);
    if (!redirect) continue;
    const way = await follow(db, isOwn, { from: key, target: redirect.target, namesOf });
    return { path: key, way };
  }
  return undefined;
}

/** As `loadNames`, but empty without any redirects. */
export async function findNames(db: Reader, also?: readonly string[]): Promise<NamesOf> {
  return (await loadNames(db, also)) ?? new Map();
}
