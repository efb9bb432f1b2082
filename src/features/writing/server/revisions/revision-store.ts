import type { Reader } from '../../../../storage/storage.ts';

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
