import { type Kysely, sql } from 'kysely';

/** What leads on from a blog: to its author's others, in the order of time, and to those that have words in common. */
export async function up(db: Kysely<never>): Promise<void> {
  // A page of an author's blogs is a walk along this index, however many there are.
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

  // What was there before is related in the background, one after the other.
  await sql`create table unrelated_blogs (
    blog_id text not null primary key references blogs (id) on delete cascade
  )`.execute(db);
  await sql`insert into unrelated_blogs (blog_id) select id from blogs`.execute(db);
}
