import { Problem } from '../../../platform/contract/problems.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { readOldKey, shapeOf } from '../old-address.ts';
import type { IsOwnPath } from '../own-paths.ts';
import { findNames, follow } from './find-way.ts';
import { readTarget } from './read-target.ts';
import {
  findRedirects,
  findShapes,
  isShapeLooked,
  redirectsTag,
  type Target,
} from './redirect-store.ts';

/** What became of an address: only `added` changed anything. `taken` leads elsewhere here, and goes on to. */
export type ImportedRedirect = 'added' | 'there' | 'taken' | 'own' | 'unusable' | 'circle';

export const redirectsLockKeys: readonly string[] = ['redirects'];

/** Only paths of the site of before, and addresses on the web, are read: whatever it was called, it is none of them. */
const before = 'https://site.invalid';

/** Where an address of an export led; undefined where it leads nowhere that it may. */
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
 * For imports: has an address lead where it led on the site that an export is of. What leads on here already stays as it is.
 * Without `touch` it says what would become of it, and writes nothing. The write holds the lock of `redirectsLockKeys`.
 */
export async function importRedirect(
  { db, touch }: { readonly db: Reader; readonly touch?: Write['touch'] },
  isOwn: IsOwnPath,
  given: { readonly from: string; readonly target: Target; readonly now: number },
): Promise<ImportedRedirect> {
  const { from, target, now } = given;
  const old = readOldKey(from);
  if (!old) return 'unusable';
  if (isOwn(old.path) && old.names.length === 0) return 'own';
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
