import { type SqlBool, sql } from 'kysely';
import type { Reader, Write } from '../../storage/storage.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Selects blogs that were published on this site, whatever their state is now; for calls of staff. */
export const wasPublished = sql<SqlBool>`(coalesce(former_state, blogs.state) = 'published'
  or not exists (select 1 from imported_texts
    where imported_texts.source_key = blogs.source_key and imported_texts.state = 'draft'))`;

interface Row {
  readonly source_key: string | null;
  /** Null where there is no blog. */
  readonly state: string | null;
  readonly former_state: string | null;
}

/** Adds to blogs whether they were published on this site: an import may have brought them as drafts. */
export async function withFirstPublication<R extends Row>(db: Db, rows: readonly R[]) {
  const keys = rows.flatMap(({ source_key, state, former_state }) =>
    source_key !== null && (former_state ?? state) === 'draft' ? [source_key] : [],
  );
  // A statement of its own: the table doesn't lie with the blogs.
  const drafts =
    keys.length === 0
      ? []
      : await db
          .selectFrom('imported_texts')
          .select('source_key')
          .where('source_key', 'in', keys)
          .where('state', '=', 'draft')
          .execute();
  const unpublished = new Set<string | null>(drafts.map(({ source_key }) => source_key));
  return rows.map((row) => ({ ...row, was_published: !unpublished.has(row.source_key) }));
}

/** Records that a blog of an import was published on this site. */
export async function noteFirstPublication({ db }: Write, sourceKey: string): Promise<void> {
  await db
    .updateTable('imported_texts')
    .set({ state: 'published' })
    .where('source_key', '=', sourceKey)
    .execute();
}
