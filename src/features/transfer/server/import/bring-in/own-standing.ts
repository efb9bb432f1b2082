import { isGone } from '../../../../../blog/server/gone-blogs.ts';
import { allTexts } from '../../../../../blog/server/texts.ts';
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
  const same = await allTexts(db)
    .selectFrom('blogs')
    .select('id')
    .where('id', '=', own.id)
    .where('title', '=', title)
    .where('long_description', '=', markdown)
    .where('created_at', '=', createdAt ?? -1)
    .executeTakeFirst();
  return same ? 'there' : 'new';
}
