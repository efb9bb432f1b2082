import type { Reader } from '../../storage/storage.ts';
import { allTexts } from './texts.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Ids per statement. */
const atOnce = 500;

/** Whether a blog has or had this id, in any state, including drafts, hidden and deleted blogs. */
export async function isBlogIdUsed(db: Db, id: string): Promise<boolean> {
  for (const table of ['blogs', 'gone_blogs'] as const) {
    const row = await allTexts(db)
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** Which of these ids comments have, on any blog and in any state. */
export async function usedCommentIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (let at = 0; at < ids.length; at += atOnce) {
    const rows = await allTexts(db)
      .selectFrom('comments')
      .select('id')
      .where('id', 'in', ids.slice(at, at + atOnce))
      .execute();
    for (const { id } of rows) used.add(id);
  }
  return used;
}

interface Written {
  readonly id: string;
  readonly title: string;
  readonly longDescription: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Whether a blog with this id has exactly this text, in any state. */
export async function isWritten(db: Db, { id, title, longDescription, createdAt }: Written) {
  const row = await allTexts(db)
    .selectFrom('blogs')
    .select('id')
    .where('id', '=', id)
    .where('title', '=', title)
    .where('long_description', '=', longDescription)
    .where('created_at', '=', createdAt)
    .executeTakeFirst();
  return row !== undefined;
}
