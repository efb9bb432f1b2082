import { type Kysely, sql } from 'kysely';

/** An older version redirects no address and counts no missed ones. */
export const compatibleFrom = '0031-gone-blogs';

/** Redirects of former addresses, and counts of addresses that were not found. */
async function create(db: Kysely<never>, bytes: string): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create table redirects (
    path text ${bytes} not null primary key,
    shape text ${bytes},
    blog_id text,
    address text,
    is_by_hand integer not null,
    created_at bigint not null,
    check ((blog_id is null) <> (address is null)))`);
  // Few redirects have a query, and a lookup reads the shapes of all of them.
  await run('create index redirects_shape on redirects (shape) where shape is not null');

  await run(`create table missed_addresses (
    path text ${bytes} not null primary key,
    count bigint not null,
    day bigint not null)`);
}

export async function up(): Promise<void> {}
export const upSqlite = (db: Kysely<never>) => create(db, '');
export const upPostgres = (db: Kysely<never>) => create(db, 'collate "C"');
