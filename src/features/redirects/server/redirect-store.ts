import { isId } from '../../../platform/text/id.ts';
import { inBatches } from '../../../storage/background/in-batches.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { readOldKey, shapeOf } from '../old-address.ts';
import { coversPage, type IsOwnPath } from '../own-paths.ts';
import './tables.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Cache tag, touched by every change of a redirect. */
export const redirectsTag = 'redirects';

/** Maximum number of shapes: all of them are in memory, and each request for a path tests its shapes. */
const shapesMax = 100;
/** Maximum number of shapes of one path. */
const shapesOfPathMax = 10;
/** Maximum number of imported addresses of a blog. */
const addressesOfBlogMax = 50;

/** Target of a redirect: a blog, a path of this site or an https URL. */
export type Target = { readonly blogId: string } | { readonly address: string };

export interface Redirect {
  readonly path: string;
  readonly target: Target;
  readonly isByHand: boolean;
  readonly createdAt: number;
}

interface RedirectRow {
  readonly path: string;
  readonly blog_id: string | null;
  readonly address: string | null;
  readonly is_by_hand: number;
  readonly created_at: number;
}

const columns = ['path', 'blog_id', 'address', 'is_by_hand', 'created_at'] as const;

function redirectOf({ path, blog_id, address, is_by_hand, created_at }: RedirectRow): Redirect {
  const target = blog_id === null ? { address: address ?? '/' } : { blogId: blog_id };
  return { path, target, isByHand: is_by_hand === 1, createdAt: created_at };
}

/** The redirects with these keys. */
export async function findRedirects(db: Db, keys: readonly string[]): Promise<readonly Redirect[]> {
  if (keys.length === 0) return [];
  const rows = await db.selectFrom('redirects').select(columns).where('path', 'in', keys).execute();
  return rows.map(redirectOf);
}

/** No character sorts after it. */
const last = '\u{10FFFF}';

/** Redirects whose address has this prefix, in order, after a given address. */
export async function listRedirects(
  db: Db,
  { begin, after, limit }: { begin: string; after: string; limit: number },
): Promise<readonly Redirect[]> {
  const rows = await db
    .selectFrom('redirects')
    .select(columns)
    .where('path', '>=', begin)
    .where('path', '>', after)
    .where('path', '<', begin + last)
    .orderBy('path')
    .limit(limit)
    .execute();
  return rows.map(redirectOf);
}

/** Whether redirects exist, and the distinct shapes of those with a query: one index look-up per shape, not a scan. */
export async function findShapes(
  db: Db,
): Promise<{ readonly hasAny: boolean; readonly shapes: readonly string[] }> {
  const one = await db.selectFrom('redirects').select('path').limit(1).executeTakeFirst();
  if (!one) return { hasAny: false, shapes: [] };
  const shapes: string[] = [];
  while (shapes.length < shapesMax) {
    const next = await db
      .selectFrom('redirects')
      .select('shape')
      .where('shape', 'is not', null)
      .where('shape', '>', shapes.at(-1) ?? '')
      .orderBy('shape')
      .limit(1)
      .executeTakeFirst();
    if (!next?.shape) break;
    shapes.push(next.shape);
  }
  return { hasAny: true, shapes };
}

/** Whether one more shape is allowed: it bounds the cost of a request, whatever the number of redirects. */
export function isShapeLooked(shapes: ReadonlySet<string>, path: string, shape: string): boolean {
  if (shapes.has(shape)) return true;
  const ofPath = [...shapes].filter((known) => known.startsWith(`${path}?`)).length;
  return shapes.size < shapesMax && ofPath < shapesOfPathMax;
}

/** Creates or replaces a redirect. */
export async function putRedirect(
  { db, touch }: Write,
  given: { readonly path: string; readonly shape: string | null; readonly target: Target },
  now: number,
): Promise<void> {
  const { path, shape, target } = given;
  const values = {
    blog_id: 'blogId' in target ? target.blogId : null,
    address: 'blogId' in target ? null : target.address,
    is_by_hand: 1,
    created_at: now,
  };
  await db
    .insertInto('redirects')
    .values({ path, shape, ...values })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(values))
    .execute();
  await db.deleteFrom('missed_addresses').where('path', '=', path).execute();
  touch(redirectsTag);
}

/** Whether the redirect existed. */
export async function deleteRedirect({ db, touch }: Write, path: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('redirects')
    .where('path', '=', path)
    .returning('path')
    .executeTakeFirst();
  if (gone) touch(redirectsTag);
  return gone !== undefined;
}

/** An imported address that doesn't redirect to its blog, and why: `taken` redirects elsewhere. */
interface DroppedAddress {
  readonly address: string;
  readonly why: 'own' | 'taken' | 'unusable' | 'too-many';
}

interface AddedRedirects {
  /** Number of changed redirects. */
  readonly changed: number;
  readonly dropped: readonly DroppedAddress[];
}

/** The blogs that redirects lead to and visitors see. */
async function findVisible(db: Db, found: readonly Redirect[]): Promise<ReadonlySet<string>> {
  const ids = found.flatMap(({ target }) => ('blogId' in target ? target.blogId : []));
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('published_blogs').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Redirects a blog's addresses on the previous site to it. Without `touch` a dry run, also for a blog to come, which
 * counts the keys in `planned` as added and collects those for visible blogs in it.
 */
export type AddRedirects = (
  write: { readonly db: Reader; readonly touch?: Write['touch'] },
  blogId: string | undefined,
  addresses: readonly string[],
  planned?: { readonly keys: Set<string>; readonly isVisible: boolean },
) => Promise<AddedRedirects>;

/**
 * For imports: `addresses` are paths such as `/2019/05/title/` or `/?p=123`, or full URLs of the previous site. Skips
 * paths of the site itself, redirects created by owners, those to other visible blogs, and addresses that can't be
 * parsed. Idempotent. The write holds the import's lock, so that two writes of the same address don't conflict.
 */
export function createAddRedirects(isOwn: IsOwnPath, now: () => number = Date.now): AddRedirects {
  return async ({ db, touch }, blogId, addresses, planned) => {
    const dropped: DroppedAddress[] = [];
    const drop = (address: string, why: DroppedAddress['why']): void => {
      dropped.push({ address, why });
    };
    if (blogId !== undefined && !isId(blogId)) return { changed: 0, dropped };
    const wanted = new Map<string, { address: string; shape: string | null }>();
    for (const address of addresses.slice(0, addressesOfBlogMax)) {
      const old = readOldKey(address);
      if (!old) drop(address, 'unusable');
      else if (coversPage(isOwn, old.path, old.names.length > 0)) drop(address, 'own');
      else {
        const shape = old.names.length > 0 ? shapeOf(old.path, old.names) : null;
        wanted.set(old.key, { address, shape });
      }
    }
    const found = await findRedirects(db, [...wanted.keys()]);
    const visible = await findVisible(db, found);
    for (const { path, target, isByHand } of found) {
      const isThere = 'blogId' in target && target.blogId === blogId;
      const isTaken = isByHand || ('blogId' in target && visible.has(target.blogId));
      if (isTaken && !isThere) drop(wanted.get(path)?.address ?? path, 'taken');
      if (isTaken || isThere) wanted.delete(path);
    }
    for (const [path, { address }] of planned ? [...wanted] : []) {
      if (!planned?.keys.has(path)) continue;
      drop(address, 'taken');
      wanted.delete(path);
    }
    const shapes = [...wanted.values()].some(({ shape }) => shape !== null)
      ? new Set((await findShapes(db)).shapes)
      : new Set<string>();
    const added: { path: string; shape: string | null }[] = [];
    // A fixed order prevents deadlocks between two imports.
    const inOrder = [...wanted].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [path, { address, shape }] of inOrder) {
      if (shape !== null) {
        if (!isShapeLooked(shapes, shape.slice(0, shape.lastIndexOf('?')), shape)) {
          drop(address, 'unusable');
          continue;
        }
        shapes.add(shape);
      }
      added.push({ path, shape });
      if (planned?.isVisible) planned.keys.add(path);
    }
    for (const address of addresses.slice(addressesOfBlogMax)) drop(address, 'too-many');
    const done = { changed: added.length, dropped };
    if (added.length === 0 || blogId === undefined || !touch) return done;
    await db
      .insertInto('redirects')
      .values(added.map((one) => ({ ...one, blog_id: blogId, is_by_hand: 0, created_at: now() })))
      .onConflict((conflict) =>
        conflict
          .column('path')
          .doUpdateSet({ blog_id: blogId, address: null })
          .where('redirects.is_by_hand', '=', 0),
      )
      .execute();
    const paths = added.map(({ path }) => path);
    await db.deleteFrom('missed_addresses').where('path', 'in', paths).execute();
    touch(redirectsTag);
    return done;
  };
}

/** Redirects per query. */
const batchSize = 500;

const isVisible = (db: Db, id: string) =>
  db.selectFrom('published_blogs').select('id').where('id', '=', id).executeTakeFirst();

/** All redirects to public targets, in order, for an export. `addressOf` returns a blog's address. */
export async function* allRedirects(
  { reader }: Pick<Storage, 'reader'>,
  addressOf: (blogId: string) => string,
): AsyncGenerator<readonly [from: string, to: string]> {
  const rows = inBatches<Redirect>(batchSize, (last, limit) =>
    listRedirects(reader, { begin: '', after: last?.path ?? '', limit }),
  );
  for await (const { path, target } of rows) {
    if (!('blogId' in target)) yield [path, target.address];
    else if (await isVisible(reader, target.blogId)) yield [path, addressOf(target.blogId)];
  }
}
