import { type RawBuilder, sql } from 'kysely';
import type { Swept } from '../../storage/background/sweep.ts';
import type { Write } from '../../storage/storage.ts';

/** Ids of the blogs whose retention is over, after their author or staff removed them. */
const dueBlogs = (now: number) => sql`select id from blogs where removed_until <= ${now}
  union all select id from moderation_holds where kind = 'blog' and ends_at <= ${now}`;
const dueComments = (now: number) => sql`select id from comments where removed_until <= ${now}
  union all select id from moderation_holds where kind = 'comment' and ends_at <= ${now}`;

/**
 * Deletes removed texts after their retention, in small steps. Rows that refer to a blog are deleted before it, since
 * there may be a hundred thousand comments.
 */
export const removedTexts: readonly Swept[] = [
  { table: 'comments', key: ['id'], due: (now) => sql`id in (${dueComments(now)})` },
  { table: 'comments', key: ['id'], due: (now) => sql`blog_id in (${dueBlogs(now)})` },
  {
    table: 'blog_revisions',
    key: ['blog_id', 'version'],
    due: (now) => sql`blog_id in (${dueBlogs(now)})`,
  },
  {
    table: 'moderation_holds',
    key: ['kind', 'id'],
    due: (now) => sql`kind = 'comment' and blog_id in (${dueBlogs(now)})`,
  },
  { table: 'blogs', key: ['id'], due: (now) => sql`id in (${dueBlogs(now)})` },
  { table: 'moderation_holds', key: ['kind', 'id'], column: 'ends_at', keptMs: 0 },
  { table: 'saved_drafts', key: ['person_id', 'key'], column: 'removed_until', keptMs: 0 },
];

/** Rows deleted per write. */
const rowsAtOnce = 200;

interface Part {
  readonly table: string;
  readonly key: readonly string[];
  readonly where: RawBuilder<unknown>;
}

async function dropSomeIn({ db }: Write, { table, key, where }: Part): Promise<boolean> {
  const names = sql.join(key.map((name) => sql.ref(name)));
  const { rows } = await sql`delete from ${sql.table(table)} where (${names}) in
    (select ${names} from ${sql.table(table)} where ${where} limit ${sql.lit(rowsAtOnce)})
    returning 1 as dropped`.execute(db);
  return rows.length > 0;
}

async function dropSome(write: Write, parts: readonly Part[]): Promise<boolean> {
  for (const part of parts) if (await dropSomeIn(write, part)) return true;
  return false;
}

/**
 * Deletes some rows that refer to the blogs of an ended account, then some of these blogs. False where none are left.
 */
export function dropSomeBlogsOf(write: Write, personId: string): Promise<boolean> {
  const own = sql`select id from blogs where author_id = ${personId}`;
  return dropSome(write, [
    { table: 'comments', key: ['id'], where: sql`blog_id in (${own})` },
    { table: 'blog_revisions', key: ['blog_id', 'version'], where: sql`blog_id in (${own})` },
    { table: 'moderation_holds', key: ['kind', 'id'], where: sql`blog_id in (${own})` },
    { table: 'blogs', key: ['id'], where: sql`author_id = ${personId}` },
  ]);
}

/** Deletes some comments of an ended account. False where none are left. */
export function dropSomeCommentsOf(write: Write, personId: string): Promise<boolean> {
  return dropSome(write, [{ table: 'comments', key: ['id'], where: sql`person_id = ${personId}` }]);
}
