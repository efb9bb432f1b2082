import type { FoundTag } from '../../../blog/server/tags/find-tags.ts';
import { tagKey, withoutHash } from '../../../blog/tags.ts';
import type { Reader } from '../../../storage/storage.ts';

interface TagsPage<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the next page; undefined on the last. */
  readonly next: string | undefined;
}

function pageOf<Row extends { readonly tag: string }>(
  found: readonly Row[],
  limit: number,
): TagsPage<Row> {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? rows.at(-1)?.tag : undefined };
}

/** Tags with visible blogs, in the order of their keys, after a given one. */
export async function listTags(
  db: Reader,
  after: string,
  limit: number,
): Promise<TagsPage<FoundTag>> {
  const found = await db
    .selectFrom('tags')
    .select(['tag', 'name', 'blogs'])
    .where('blogs', '>', 0)
    .where('tag', '>', after)
    .orderBy('tag')
    .limit(limit + 1)
    .execute();
  return pageOf(found, limit);
}

interface ManagedAsked {
  readonly search: string;
  readonly cursor: string;
}

/** All tags that weren't replaced, whether or not their blogs are visible, with a prefix and after a given one. */
export async function listManagedTags(db: Reader, { search, cursor }: ManagedAsked, limit: number) {
  const beginning = tagKey(withoutHash(search));
  if (search !== '' && beginning === '') return pageOf([], limit);
  const found = await db
    .selectFrom('tags')
    .select(['tag', 'name', 'blogs', 'texts'])
    .where('renamed_to', 'is', null)
    .where('tag', '>=', beginning)
    .where('tag', '<', `${beginning}\u{10FFFF}`)
    .where('tag', '>', cursor)
    .orderBy('tag')
    .limit(limit + 1)
    .execute();
  return pageOf(found, limit);
}
