import { isId } from '../../../platform/text/id.ts';
import { inBatches } from '../../../storage/background/in-batches.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { readOldKey, shapeOf } from '../old-address.ts';
import type { IsOwnPath } from '../own-paths.ts';
import './tables.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Touched wherever a redirect changes. */
export const redirectsTag = 'redirects';

/** Paths with names of queries that count: all of them are known in memory, and looked at by each request for one. */
const shapesMax = 100;
/** Of one path. */
const shapesOfPathMax = 10;
/** Addresses that one blog had. */
const addressesOfBlogMax = 50;

/** Where an address leads: to a blog, or to a path of this site or an https address. */
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

/** Those of these keys that lead on. */
export async function findRedirects(db: Db, keys: readonly string[]): Promise<readonly Redirect[]> {
  if (keys.length === 0) return [];
  const rows = await db.selectFrom('redirects').select(columns).where('path', 'in', keys).execute();
  return rows.map(redirectOf);
}

/** No character sorts behind it. */
const last = '\u{10FFFF}';

/** Redirects whose address begins so, in the order of their addresses, from behind one on. */
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

/** Whether there is any, and the shapes of those with a query: each is sought, however many have it. */
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

/** Whether one more shape is looked at: no request costs more, however many kinds of addresses there are. */
export function isShapeLooked(shapes: ReadonlySet<string>, path: string, shape: string): boolean {
  if (shapes.has(shape)) return true;
  const ofPath = [...shapes].filter((known) => known.startsWith(`${path}?`)).length;
  return shapes.size < shapesMax && ofPath < shapesOfPathMax;
}

/** Writes a redirect, whatever was there. */
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

/** Whether there was one. */
export async function deleteRedirect({ db, touch }: Write, path: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('redirects')
    .where('path', '=', path)
    .returning('path')
    .executeTakeFirst();
  if (gone) touch(redirectsTag);
  return gone !== undefined;
}

/** Has addresses that a blog had elsewhere lead to it. Returns how many do that didn't. */
export type AddRedirects = (
  write: Write,
  blogId: string,
  addresses: readonly string[],
) => Promise<number>;

/**
 * For imports: `addresses` are paths such as `/2019/05/title/` or `/?p=123`, or whole addresses of the site of before. Those
 * that the site itself answers, that owners have written themselves, and that can't be read are left out; the same again
 * changes nothing. The write holds the lock of whoever imports: two that add the same address don't fail each other.
 */
export function createAddRedirects(isOwn: IsOwnPath, now: () => number = Date.now): AddRedirects {
  return async (write, blogId, addresses) => {
    if (!isId(blogId)) return 0;
    const wanted = new Map<string, string | null>();
    for (const address of addresses.slice(0, addressesOfBlogMax)) {
      const old = readOldKey(address);
      if (!old || (isOwn(old.path) && old.names.length === 0)) continue;
      wanted.set(old.key, old.names.length > 0 ? shapeOf(old.path, old.names) : null);
    }
    const { db, touch } = write;
    const found = await findRedirects(db, [...wanted.keys()]);
    for (const { path, target, isByHand } of found) {
      if (isByHand || ('blogId' in target && target.blogId === blogId)) wanted.delete(path);
    }
    const shapes = [...wanted.values()].some((shape) => shape !== null)
      ? new Set((await findShapes(db)).shapes)
      : new Set<string>();
    const rows = [];
    // In one order, so that two imports don't wait for each other.
    for (const [path, shape] of [...wanted].sort(([one], [other]) => (one < other ? -1 : 1))) {
      if (shape !== null) {
        if (!isShapeLooked(shapes, shape.slice(0, shape.lastIndexOf('?')), shape)) continue;
        shapes.add(shape);
      }
      rows.push({ path, shape, blog_id: blogId, is_by_hand: 0, created_at: now() });
    }
    if (rows.length === 0) return 0;
    await db
      .insertInto('redirects')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('path')
          .doUpdateSet({ blog_id: blogId, address: null })
          .where('redirects.is_by_hand', '=', 0),
      )
      .execute();
    const added = rows.map(({ path }) => path);
    await db.deleteFrom('missed_addresses').where('path', 'in', added).execute();
    touch(redirectsTag);
    return rows.length;
  };
}

/** Redirects that are read at once. */
const batchSize = 500;

const isVisible = (db: Db, id: string) =>
  db.selectFrom('published_blogs').select('id').where('id', '=', id).executeTakeFirst();

/** All old addresses in their order that lead to what visitors find, and where each leads: for an export. `addressOf` gives a blog's. */
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
