import type { Reader } from '../../storage/storage.ts';
import { allTexts } from './texts.ts';

/** Ids of what a person wrote, in every state: for what goes out to that person alone. In their order, after one of them. */
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
