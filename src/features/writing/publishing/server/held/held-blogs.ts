import type { Selectable } from 'kysely';
import { findHold, type HoldRow } from '../../../../../blog/server/held/moderation-holds.ts';
import { allTexts, type BlogsTable } from '../../../../../blog/server/texts.ts';
import { isId } from '../../../../../platform/text/id.ts';
import type { Reader } from '../../../../../storage/storage.ts';

export interface HeldBlog {
  readonly held: HoldRow;
  readonly blog: Selectable<BlogsTable>;
}

/** A person's published blog under a moderation hold that nobody removed; undefined otherwise. */
export async function findOwnHeldBlog(
  db: Pick<Reader, 'selectFrom'>,
  id: string,
  personId: string,
): Promise<HeldBlog | undefined> {
  const held = isId(id) ? await findHold(db, 'blog', id) : undefined;
  if (!held || held.author_id !== personId || held.ends_at !== null) return undefined;
  const blog = await allTexts(db)
    .selectFrom('blogs')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return blog && { held, blog };
}
