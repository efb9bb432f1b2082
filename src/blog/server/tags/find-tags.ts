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

/** A tag that readers may see, by any of its spellings, or by a name that it had; undefined where no visible blog has it. */
export async function findTag(db: Reader, name: string): Promise<FoundTag | undefined> {
  const key = tagKey(withoutHash(name));
  if (key === '') return undefined;
  return db
    .selectFrom('tags as asked')
    .innerJoin('tags', (join) =>
      join.on(({ eb, fn }) => eb('tags.tag', '=', fn.coalesce('asked.renamed_to', 'asked.tag'))),
    )
    .select(['tags.tag', 'tags.name', 'tags.blogs'])
    .where('asked.tag', '=', key)
    .where('tags.blogs', '>', 0)
    .executeTakeFirst();
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
