import type { Life } from '../../../../blog/life.ts';
import { allTexts, lifeColumns, lifeOf } from '../../../../blog/server/texts.ts';
import { isId } from '../../../../platform/text/id.ts';
import type { Reader } from '../../../../storage/storage.ts';

export interface OwnBlog {
  readonly id: string;
  readonly personId: string;
  readonly now: number;
}

/** The title and life of a person's own blog in any state. */
export async function findOwnLife(
  db: Pick<Reader, 'selectFrom'>,
  { id, personId }: Pick<OwnBlog, 'id' | 'personId'>,
): Promise<{ readonly title: string; readonly life: Life } | undefined> {
  const row = isId(id)
    ? await allTexts(db)
        .selectFrom('blogs')
        .select(['title', 'former_state', ...lifeColumns])
        .where('id', '=', id)
        .where('author_id', '=', personId)
        .executeTakeFirst()
    : undefined;
  return row && { title: row.title, life: lifeOf(row) };
}
