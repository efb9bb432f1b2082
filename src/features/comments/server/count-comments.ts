import { type Counts, countAbout } from '../../../blog/server/count-about.ts';
import type { Reader } from '../../../storage/storage.ts';

/** How many comments each of these blogs has, up to `most`. */
export function countComments(
  db: Reader,
  blogIds: readonly string[],
  most: number,
): Promise<Counts> {
  return countAbout(db, 'comments', blogIds, most);
}
