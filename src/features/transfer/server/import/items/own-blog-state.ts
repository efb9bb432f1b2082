import { isGone } from '../../../../../blog/server/gone-blogs.ts';
import { isWritten } from '../../../../../blog/server/used-ids.ts';
import type { Storage } from '../../../../../storage/storage.ts';
import type { ForeignText } from '../foreign.ts';

/**
 * A text of a site of this kind may come from this very site: then it exists here or was deleted. A different text with
 * the same id isn't disclosed: the import treats it as new.
 */
export async function stateOfOwnBlog(
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
