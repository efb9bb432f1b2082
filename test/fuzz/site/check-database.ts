import { sql } from 'kysely';
import { openStorage, type StorageOptions } from '../../../src/storage/open-storage.ts';
import type { Storage } from '../../../src/storage/storage.ts';

/** Rows that need a parent row: table, column, and the table whose `id` the column refers to. */
const belongings = [
  ['blogs', 'author_id', 'people'],
  ['blog_revisions', 'blog_id', 'blogs'],
  ['closed_comments', 'blog_id', 'blogs'],
  ['comments', 'blog_id', 'blogs'],
  ['comments', 'person_id', 'people'],
  ['wishes', 'person_id', 'people'],
  ['saved_drafts', 'person_id', 'people'],
  ['sessions', 'person_id', 'people'],
] as const;

async function count(storage: Storage, query: ReturnType<typeof sql<{ count: number }>>) {
  return Number((await query.execute(storage.writer)).rows[0]?.count ?? 0);
}

async function orphans(storage: Storage): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [table, column, parent] of belongings) {
    const found = await count(
      storage,
      sql<{ count: number }>`select count(*) as count from ${sql.table(table)} as child
        where child.${sql.ref(column)} is not null and not exists (
          select 1 from ${sql.table(parent)} as parent where parent.id = child.${sql.ref(column)})`,
    );
    if (found > 0) faults.push(`${found} of ${table} whose ${column} is not there`);
  }
  return faults;
}

/**
 * Each save of a blog except the latest is an earlier revision or was thinned out: no revision may be as new as its
 * blog.
 */
async function strayRevisions(storage: Storage): Promise<readonly string[]> {
  const found = await count(
    storage,
    sql<{ count: number }>`select count(*) as count from blog_revisions
      join blogs on blogs.id = blog_revisions.blog_id
      where blog_revisions.version >= blogs.version`,
  );
  return found > 0 ? [`${found} earlier texts that are not earlier`] : [];
}

async function brokenPages(storage: Storage): Promise<readonly string[]> {
  if (storage.engine !== 'sqlite') return [];
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
    storage.writer,
  );
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}

/** Inconsistencies in a site's database, such as partly written data. */
export async function checkDatabase(
  options: Pick<StorageOptions, 'dataDir'> & Partial<StorageOptions>,
): Promise<readonly string[]> {
  const storage = await openStorage({ ...options, onConnectionError: () => {} });
  try {
    const checks = [orphans, strayRevisions, brokenPages];
    return (await Promise.all(checks.map((check) => check(storage)))).flat();
  } finally {
    await storage.close();
  }
}
