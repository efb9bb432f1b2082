import { type Kysely, type RawBuilder, sql } from 'kysely';

/** An older version keeps indexing and searching words with these letters as they are written. */
export const compatibleFrom = '0031-gone-blogs';

const letters = 'ßæœøđðłþħŧŋıẞÆŒØĐÐŁÞĦŦŊ';

async function queue(db: Kysely<never>, hasLetter: (column: string) => RawBuilder<boolean>) {
  await sql`insert into unindexed_blogs (blog_id) select id from blogs
    where ${hasLetter('title')} or ${hasLetter('short_description')} or ${hasLetter('long_description')}
      or author_id in (select id from people where ${hasLetter('name')})
    on conflict do nothing`.execute(db);
}

export async function up(): Promise<void> {}

/** Queues texts with such letters for the background indexer: the index now has “strasse” for “Straße”. */
export const upSqlite = (db: Kysely<never>) =>
  queue(db, (column) => sql<boolean>`${sql.ref(column)} glob ${`*[${letters}]*`}`);

export const upPostgres = (db: Kysely<never>) =>
  queue(db, (column) => sql<boolean>`${sql.ref(column)} ~ ${`[${letters}]`}`);
