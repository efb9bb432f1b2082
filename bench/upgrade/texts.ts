import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { lastOldStep, openRaw, type Place } from './fill-old.ts';

const rowsAtOnce = 2_000;

interface TextRow {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface Texts {
  /** Whether a migration after the old ones was applied. */
  readonly isMigrated: boolean;
  readonly blogs: number;
  readonly comments: number;
  readonly revisions: number;
  /** Digest of every blog in any state, in the order of ids: id, title and long description. */
  readonly digest: string;
}

/** Counts and digests all texts of a database, old or new: an old one stores some as JSON in a separate table. */
export async function readTexts(place: Place): Promise<Texts> {
  const db = await openRaw(place);
  try {
    const { rows: steps } = await sql<{ name: string }>`
      select name from kysely_migration where name > ${lastOldStep}`.execute(db);
    const isMigrated = steps.length > 0;
    const hash = createHash('sha256');
    let blogs = 0;
    for (let last = ''; ; ) {
      const rows = await textsAfter(last);
      for (const { id, title, text } of rows) hash.update(JSON.stringify([id, title, text]));
      blogs += rows.length;
      const end = rows.at(-1);
      if (!end) break;
      last = end.id;
    }
    const count = async (table: string) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)}`.execute(db);
      return Number(rows[0]?.count);
    };
    return {
      isMigrated,
      blogs,
      comments: await count('comments'),
      revisions: await count('blog_revisions'),
      digest: hash.digest('hex'),
    };

    async function textsAfter(last: string): Promise<readonly TextRow[]> {
      const own = await sql<TextRow>`select id, title, long_description as text from blogs
        where id > ${last} order by id limit ${rowsAtOnce}`.execute(db);
      if (isMigrated) return own.rows;
      const aside = await sql<{ id: string; row: string }>`
        select row_id as id, "row" from set_aside_rows
        where kind = 'blog' and row_id > ${last} order by row_id limit ${rowsAtOnce}`.execute(db);
      const parsed = aside.rows.map(({ id, row }) => {
        const { title, long_description: text } = JSON.parse(row);
        return { id, title, text };
      });
      return [...own.rows, ...parsed]
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, rowsAtOnce);
    }
  } finally {
    await db.destroy();
  }
}
