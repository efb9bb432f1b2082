import type { Selectable } from 'kysely';
import type { Reader, Write } from '../../../../storage/storage.ts';
import type { BlogRevisionsTable } from './tables.ts';
import { revisionsToDrop } from './thin-revisions.ts';

export type RevisionRow = Awaited<ReturnType<typeof findRevisions>>[number];
export type WholeRevisionRow = NonNullable<Awaited<ReturnType<typeof findRevision>>>;

/** The earlier texts of a blog without their long descriptions, the latest first. */
export function findRevisions(db: Reader, blogId: string) {
  return db
    .selectFrom('blog_revisions')
    .select(['version', 'title', 'word_count', 'saved_at'])
    .where('blog_id', '=', blogId)
    .orderBy('version', 'desc')
    .execute();
}

export function findRevision(db: Reader, blogId: string, version: number) {
  return db
    .selectFrom('blog_revisions')
    .selectAll()
    .where('blog_id', '=', blogId)
    .where('version', '=', version)
    .executeTakeFirst();
}

export interface KeptRevisions {
  /** Most earlier texts kept. */
  readonly revisionsKept: number;
  readonly now: number;
}

/** Keeps the text that a blog had until a save, and fewer of those before. */
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
  await db
    .deleteFrom('blog_revisions')
    .where('blog_id', '=', revision.blog_id)
    .where('version', 'in', versions)
    .execute();
}
