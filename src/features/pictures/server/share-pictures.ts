import { sql } from 'kysely';
import { rowId } from '../../../storage/row-id.ts';
import type { Write } from '../../../storage/storage.ts';
import { namedPictures } from './named-pictures.ts';
import './tables.ts';

interface SharedPictures {
  readonly from: string;
  readonly to: string;
  readonly blogIds: readonly string[];
  /** The text of a draft. */
  readonly words?: string;
}

/**
 * Makes `to` a co-owner of those pictures of `from` that these blogs or words name. Blogs can change owners, and a
 * picture is kept as long as a text of an owner names it.
 */
export async function sharePictures(
  { db }: Write,
  { from, to, blogIds, words = '' }: SharedPictures,
): Promise<void> {
  const inWords = [...namedPictures(words)];
  const named = await db
    .selectFrom('pictures')
    .select(['name', 'bytes', 'created_at', 'used_at', 'look_at'])
    .where('owner_id', '=', from)
    .where((row) =>
      row.or([
        row(
          'name',
          'in',
          row.selectFrom('picture_uses').select('name').where('text_id', 'in', blogIds),
        ),
        ...(inWords.length > 0 ? [row('name', 'in', inWords)] : []),
      ]),
    )
    .where(
      sql<boolean>`not exists (select 1 from pictures as own
        where own.name = pictures.name and own.owner_id = ${to})`,
    )
    .execute();
  const rows = named.map((picture) => ({ ...picture, id: rowId(), owner_id: to }));
  if (rows.length > 0) await db.insertInto('pictures').values(rows).execute();
}
