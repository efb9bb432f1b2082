import { isGone } from '../../../../../blog/server/gone-blogs.ts';
import { isWritten } from '../../../../../blog/server/used-ids.ts';
import type { Storage } from '../../../../../storage/storage.ts';
import type { ForeignText } from '../foreign.ts';

/**
 * A text of a site such as this one may be this site's: then it is here, or was. What else has its id is another text, of
 * which nothing is told.
 */
export async function standingOfOwn(
  db: Storage['reader'],
  { own, title, markdown, createdAt }: ForeignText,
): Promise<'new' | 'there' | 'gone'> {
  if (own?.id === undefined) return 'new';
  if (await isGone(db, own.id)) return 'gone';
  const { id } = own;
  const same =
    createdAt !== null &&
    (await isWritten(db, { id, title, longDescription: markdown, createdAt }));
  return same ? 'there' : 'new';
}
