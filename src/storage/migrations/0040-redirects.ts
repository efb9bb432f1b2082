import { type Kysely, sql } from 'kysely';

/** An older version leads on from no address, and counts none. */
export const compatibleFrom = '0031-gone-blogs';

/** Addresses of before that lead on, and those that were asked for in vain. */
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
  // Few have a query, and which names count is asked of all of them.
  await run('create index redirects_shape on redirects (shape) where shape is not null');

  await run(`create table missed_addresses (
    path text ${bytes} not null primary key,
    count bigint not null,
    day bigint not null)`);
}

export async function up(): Promise<void> {}
export const upSqlite = (db: Kysely<never>) => create(db, '');
export const upPostgres = (db: Kysely<never>) => create(db, 'collate "C"');
