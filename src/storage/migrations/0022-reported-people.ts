import { type Kysely, sql } from 'kysely';

/**
 * Adds the author to report cases and indexes held texts by author, so that staff find these people without reading
 * texts. Like the audit log it has no foreign keys to people: a case outlives its text and the author's row. Also lists
 * comments that are due for notification although they were approved long after they were written.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table report_cases add column author_id text`.execute(db);
  await sql`update report_cases set author_id = coalesce(
    (select author_id from held_texts
      where held_texts.kind = report_cases.kind and held_texts.id = report_cases.subject_id),
    case kind
      when 'blog' then (select author_id from blogs where blogs.id = report_cases.subject_id)
      else (select person_id from comments where comments.id = report_cases.subject_id) end,
    (select person_id from set_aside_rows
      where set_aside_rows.kind = report_cases.kind and row_id = report_cases.subject_id))`.execute(
    db,
  );
  const index = (statement: string) => sql.raw(`create index ${statement}`).execute(db);
  await index('report_cases_of_author on report_cases (author_id, kind, open) where open > 0');
  await index(
    `held_texts_waiting on held_texts (author_id, kind) where state = 'waiting' and ends_at is null`,
  );
  await index(
    'held_texts_batch_of_author on held_texts (author_id, batch) where batch is not null',
  );
  await sql`alter table untold_comments add column also_ids text not null default ''`.execute(db);
}
