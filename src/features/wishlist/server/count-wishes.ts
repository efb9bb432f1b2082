import { type Counts, countAbout } from '../../../blog/server/count-about.ts';
import type { Reader } from '../../../storage/storage.ts';

/** Counts the people who saved each of these blogs, up to `most`. */
export function countWishes(db: Reader, blogIds: readonly string[], most: number): Promise<Counts> {
  return countAbout(db, 'wishes', blogIds, most);
}
