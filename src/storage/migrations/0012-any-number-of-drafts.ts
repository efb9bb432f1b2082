import { type Kysely, sql } from 'kysely';

/** Drafts per read: each may hold a long text. */
const draftsAtOnce = 20;

/**
 * Columns that list and sort a person's drafts without reading their texts; scheduled publication; and preview links.
 * The single draft of a new blog keeps its key `new` and becomes one of any number.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const add = (column: string) =>
    sql.raw(`alter table saved_drafts add column ${column}`).execute(db);
  await add("title text not null default ''");
  await add('word_count integer');
  await add('publish_at bigint');
  await add('publish_failure text');
  await add('preview_hash text');
  await nameDrafts(db);
  const index = (statement: string) => sql.raw(`create index ${statement}`).execute(db);
  await index('saved_drafts_person_id_saved_at_key on saved_drafts (person_id, saved_at, key)');
  await index('saved_drafts_publish_at on saved_drafts (publish_at) where publish_at is not null');
  await sql
    .raw('create unique index saved_drafts_preview_hash on saved_drafts (preview_hash)')
    .execute(db);
  await index('wishes_blog_id on wishes (blog_id)');
  await index('blogs_author_id_created_at_id on blogs (author_id, created_at, id)');
}

interface DraftRow {
  readonly person_id: string;
  readonly key: string;
  readonly text: string;
}

/** Like `titleOf` in the writing slice: the title, or else the beginning of the text. */
function titleOf(json: string): string {
  const text: Partial<Record<string, string>> = JSON.parse(json);
  const words = text.title?.trim() || text.longDescription || text.shortDescription || '';
  const line = words
    .slice(0, 2_000)
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, 200).join('');
}

async function nameDrafts(db: Kysely<never>): Promise<void> {
  for (let last = { person_id: '', key: '' }; ; ) {
    const { rows } = await sql<DraftRow>`select person_id, key, text from saved_drafts
      where (person_id, key) > (${last.person_id}, ${last.key})
      order by person_id, key limit ${draftsAtOnce}`.execute(db);
    for (const { person_id, key, text } of rows) {
      await sql`update saved_drafts set title = ${titleOf(text)}
        where person_id = ${person_id} and key = ${key}`.execute(db);
    }
    const next = rows.at(-1);
    if (!next) return;
    last = next;
  }
}
