import type { Reader } from '../../../storage/storage.ts';
import { tagKey, withoutHash } from '../../tags.ts';

/** A tag that visible blogs have. */
export interface FoundTag {
  readonly tag: string;
  readonly name: string;
  /** How many of them. */
  readonly blogs: number;
}

const columns = ['tag', 'name', 'blogs'] as const;

/** A tag that readers may see, by its key or any spelling; `renamedTo` where staff gave it another name. */
export async function findTag(
  db: Reader,
  name: string,
): Promise<FoundTag | { readonly renamedTo: string } | undefined> {
  const key = tagKey(withoutHash(name));
  if (key === '') return undefined;
  const row = await db
    .selectFrom('tags')
    .select([...columns, 'renamed_to'])
    .where('tag', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.renamed_to !== null) return { renamedTo: row.renamed_to };
  return row.blogs > 0 ? { tag: row.tag, name: row.name, blogs: row.blogs } : undefined;
}

/** Behind everything that begins with a key. */
const last = '\u{10FFFF}';
/** Of the tags that most blogs have, so many are looked through for what begins with a letter or two. */
const mostUsed = 500;

/** Tags that readers may see and whose key begins with that of a text, those of most blogs first. */
export async function suggestTags(
  db: Reader,
  beginning: string,
  limit: number,
): Promise<readonly FoundTag[]> {
  const key = tagKey(withoutHash(beginning));
  const shown = db.selectFrom('tags').select(columns).where('blogs', '>', 0);
  const popular = shown.orderBy('blogs', 'desc').orderBy('tag', 'desc');
  if (key === '') return popular.limit(limit).execute();
  const [often, first] = await Promise.all([
    db
      .selectFrom(popular.limit(mostUsed).as('often'))
      .selectAll()
      .where('tag', '>=', key)
      .where('tag', '<', key + last)
      .orderBy('blogs', 'desc')
      .limit(limit)
      .execute(),
    shown
      .where('tag', '>=', key)
      .where('tag', '<', key + last)
      .orderBy('tag')
      .limit(limit)
      .execute(),
  ]);
  const byTag = new Map([...often, ...first].map((row) => [row.tag, row]));
  return [...byTag.values()].sort((one, other) => other.blogs - one.blogs).slice(0, limit);
}
