import { type Kysely, sql } from 'kysely';

/** Links from a blog to its author's other blogs in order of time, and to blogs with common words. */
export async function up(db: Kysely<never>): Promise<void> {
  // A page of an author's blogs is a scan of this index, whatever their number.
  await sql`create index blogs_of_author on blogs (author_id, created_at, id)`.execute(db);

  await sql`create table related_blogs (
    blog_id text not null references blogs (id) on delete cascade,
    related_id text not null references blogs (id) on delete cascade,
    score integer not null,
    primary key (blog_id, related_id)
  )`.execute(db);
  await sql`create index related_blogs_named on related_blogs (related_id, score, blog_id)`.execute(
    db,
  );

  // A background job computes the related blogs of existing blogs one by one.
  await sql`create table unrelated_blogs (
    blog_id text not null primary key references blogs (id) on delete cascade
  )`.execute(db);
  await sql`insert into unrelated_blogs (blog_id) select id from blogs`.execute(db);
}
