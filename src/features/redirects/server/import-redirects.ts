import { Problem } from '../../../platform/contract/problems.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { readOldKey, shapeOf } from '../old-address.ts';
import { coversPage, type IsOwnPath } from '../own-paths.ts';
import { findNames, follow } from './find-redirect.ts';
import { readTarget } from './read-target.ts';
import {
  findRedirects,
  findShapes,
  isShapeLooked,
  redirectsTag,
  type Target,
} from './redirect-store.ts';

/**
 * Result for an imported address: only `added` changed the database. `taken` already redirects elsewhere and is left
 * unchanged.
 */
export type ImportedRedirect = 'added' | 'there' | 'taken' | 'own' | 'unusable' | 'circle';

export const redirectsLockKeys: readonly string[] = ['redirects'];

/**
 * A base URL that no export has: the previous site's host doesn't matter, as only its paths and absolute URLs are
 * parsed.
 */
const before = 'https://site.invalid';

/** The target of an exported redirect; undefined if it isn't a valid target. */
export function readImportedTarget(to: string): Target | undefined {
  try {
    return readTarget(to, before);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

const isSame = (one: Target, other: Target) =>
  'blogId' in one
    ? 'blogId' in other && one.blogId === other.blogId
    : 'address' in other && one.address === other.address;

/**
 * Imports a redirect of the exported site. An existing redirect is left unchanged. Without `touch` it is a dry run,
 * which only returns the result. The write holds the lock of `redirectsLockKeys`.
 */
export async function importRedirect(
  { db, touch }: { readonly db: Reader; readonly touch?: Write['touch'] },
  isOwn: IsOwnPath,
  given: { readonly from: string; readonly target: Target; readonly now: number },
): Promise<ImportedRedirect> {
  const { from, target, now } = given;
  const old = readOldKey(from);
  if (!old) return 'unusable';
  if (coversPage(isOwn, old.path, old.names.length > 0)) return 'own';
  const [found] = await findRedirects(db, [old.key]);
  if (found) return isSame(found.target, target) ? 'there' : 'taken';
  const shape = old.names.length > 0 ? shapeOf(old.path, old.names) : null;
  if (shape) {
    const shapes = new Set((await findShapes(db)).shapes);
    if (!isShapeLooked(shapes, old.path, shape)) return 'unusable';
  }
  const namesOf = await findNames(db, shape ? [shape] : []);
  if ((await follow(db, isOwn, { from: old.key, target, namesOf })).isCircle) return 'circle';
  if (!touch) return 'added';
  const columns =
    'blogId' in target
      ? { blog_id: target.blogId, address: null, is_by_hand: 0 }
      : { blog_id: null, address: target.address, is_by_hand: 1 };
  await db
    .insertInto('redirects')
    .values({ path: old.key, shape, ...columns, created_at: now })
    .execute();
  await db.deleteFrom('missed_addresses').where('path', '=', old.key).execute();
  touch(redirectsTag);
  return 'added';
}
