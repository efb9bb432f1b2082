import { keptQuery } from '../../../storage/kept-query.ts';
import type { Reader } from '../../../storage/storage.ts';
import { tagKey, withoutHash } from '../../tags.ts';

/** A tag with visible blogs. */
export interface FoundTag {
  readonly tag: string;
  readonly name: string;
  /** Number of visible blogs. */
  readonly blogs: number;
}

const columns = ['tag', 'name', 'blogs'] as const;

const tagOfKey = keptQuery((db, { key }: { readonly key: string }) =>
  db
    .selectFrom('tags as asked')
    .innerJoin('tags', (join) =>
      join.on(({ eb, fn }) => eb('tags.tag', '=', fn.coalesce('asked.renamed_to', 'asked.tag'))),
    )
    .select(['tags.tag', 'tags.name', 'tags.blogs'])
    .where('asked.tag', '=', key)
    .where('tags.blogs', '>', 0),
);

/** A tag with visible blogs, by any spelling or a former name; undefined where there is none. */
export async function findTag(db: Reader, name: string): Promise<FoundTag | undefined> {
  const key = tagKey(withoutHash(name));
  if (key === '') return undefined;
  return (await tagOfKey(db, { key }))[0];
}

/** Upper bound of a prefix range. */
const last = '\u{10FFFF}';
/** For a prefix of one or two letters only this many of the most used tags are scanned. */
const mostUsed = 500;

/** Tags with visible blogs whose key starts with the key of a text, most used first. */
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
