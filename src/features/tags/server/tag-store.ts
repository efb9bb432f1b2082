import type { FoundTag } from '../../../blog/server/tags/find-tags.ts';
import { tagKey, withoutHash } from '../../../blog/tags.ts';
import type { Reader } from '../../../storage/storage.ts';

interface TagsPage<Row> {
  readonly rows: readonly Row[];
  /** Where the next page begins; undefined where there is none. */
  readonly next: string | undefined;
}

function pageOf<Row extends { readonly tag: string }>(
  found: readonly Row[],
  limit: number,
): TagsPage<Row> {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? rows.at(-1)?.tag : undefined };
}

/** Tags that readers may see, in the order of their keys, behind one of them. */
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

/** All tags that stand for themselves, whoever sees their blogs: those that begin with a search, behind one of them. */
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
