import type { Reader } from '../../storage/storage.ts';
import { allTexts } from './texts.ts';

/**
 * Ids of a person's own blogs in every state, in the order of ids, after a given one. For output to that person only.
 */
export function findBlogIdsOf(
  db: Reader,
  personId: string,
  { after = '', most }: { readonly after?: string | undefined; readonly most: number },
) {
  return allTexts(db)
    .selectFrom('blogs')
    .select('id')
    .where('author_id', '=', personId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();
}
