import { type Kysely, sql } from 'kysely';

/** An older version counts no reads. */
export const compatibleFrom = '0031-gone-blogs';

/** How often blogs were opened and read to the end: per day, within the retention period, and in total. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table blog_reads (
    blog_id text primary key references blogs (id) on delete cascade,
    opened bigint not null,
    finished bigint not null
  )`.execute(db);
  await sql`create table blog_read_days (
    blog_id text not null references blogs (id) on delete cascade,
    day bigint not null,
    opened bigint not null,
    finished bigint not null,
    primary key (blog_id, day)
  )`.execute(db);
  await sql`create index blog_read_days_day on blog_read_days (day)`.execute(db);
}
