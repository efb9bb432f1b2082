import { sql } from 'kysely';

/** In a query of `people`: whether somebody wrote comments and no blog, whatever their state. */
export const wroteOnlyComments = sql<boolean>`(
  not exists (select 1 from blogs where blogs.author_id = people.id)
  and exists (select 1 from comments where comments.person_id = people.id))`;
