import type { Selectable } from 'kysely';
import type { Reader, Write } from '../../../../storage/storage.ts';
import type { BlogRevisionsTable } from './tables.ts';
import { revisionsToDrop } from './thin-revisions.ts';

export type RevisionRow = Awaited<ReturnType<typeof findRevisions>>[number];
export type WholeRevisionRow = NonNullable<Awaited<ReturnType<typeof findRevision>>>;

/** The revisions of a blog without their long descriptions, latest first. */
export function findRevisions(db: Reader, blogId: string) {
  return revisions(db, blogId)
    .select(['blog_revisions.version', 'title', 'word_count', 'saved_at'])
    .orderBy('blog_revisions.version', 'desc')
    .execute();
}

export function findRevision(db: Reader, blogId: string, version: number) {
  return revisions(db, blogId)
    .selectAll('blog_revisions')
    .where('blog_revisions.version', '=', version)
    .executeTakeFirst();
}

/** With the editor of each, where it wasn't the author. */
function revisions(db: Reader, blogId: string) {
  return db
    .selectFrom('blog_revisions')
    .leftJoin('blog_edits', (join) =>
      join
        .onRef('blog_edits.blog_id', '=', 'blog_revisions.blog_id')
        .onRef('blog_edits.version', '=', 'blog_revisions.version'),
    )
    .leftJoin('people', 'people.id', 'blog_edits.edited_by')
    .select(['blog_edits.edited_at', 'people.name as editor_name'])
    .where('blog_revisions.blog_id', '=', blogId);
}

export interface KeptRevisions {
  /** Most revisions kept. */
  readonly revisionsKept: number;
  readonly now: number;
}

/** Stores the text before a save as a revision, and thins out older ones. */
export async function keepRevision(
  { db }: Write,
  revision: Selectable<BlogRevisionsTable>,
  { revisionsKept, now }: KeptRevisions,
): Promise<void> {
  await db.insertInto('blog_revisions').values(revision).execute();
  const revisions = await db
    .selectFrom('blog_revisions')
    .select(['version', 'saved_at'])
    .where('blog_id', '=', revision.blog_id)
    .orderBy('version', 'desc')
    .execute();
  const versions = revisionsToDrop(revisions, revisionsKept, now);
  if (versions.length === 0) return;
  for (const table of ['blog_revisions', 'blog_edits'] as const) {
    await db
      .deleteFrom(table)
      .where('blog_id', '=', revision.blog_id)
      .where('version', 'in', versions)
      .execute();
  }
}
