import { type Kysely, type RawBuilder, sql } from 'kysely';

/** An older version keeps indexing and searching the parts of such words. */
export const compatibleFrom = '0031-gone-blogs';

/** Soft hyphen, non-joiner and joiner, word joiner, byte order mark. */
const undrawn = '\u00ad\u200c\u200d\u2060\ufeff';

async function queue(db: Kysely<never>, hasSign: (column: string) => RawBuilder<boolean>) {
  await sql`insert into unindexed_blogs (blog_id) select id from blogs
    where ${hasSign('title')} or ${hasSign('short_description')} or ${hasSign('long_description')}
      or long_description like '%&shy;%'
    on conflict do nothing`.execute(db);
}

export async function up(): Promise<void> {}

/** Queues texts with invisible characters for the background indexer: they no longer cut words in two. */
export const upSqlite = (db: Kysely<never>) =>
  queue(db, (column) => sql<boolean>`${sql.ref(column)} glob ${`*[${undrawn}]*`}`);

export const upPostgres = (db: Kysely<never>) =>
  queue(db, (column) => sql<boolean>`${sql.ref(column)} ~ ${`[${undrawn}]`}`);
