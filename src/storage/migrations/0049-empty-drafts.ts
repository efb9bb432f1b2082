import { type Kysely, sql } from 'kysely';

/** An older version keeps storing empty drafts, which this version lists like any other. */
export const compatibleFrom = '0031-gone-blogs';

const categories = ['', 'Technology', 'Health', 'Education', 'Lifestyle', 'Travel', 'Other'];

/** The exact stored JSON of a draft with nothing but a category. */
const emptyTextOf = (category: string) =>
  JSON.stringify({
    title: '',
    imageUrl: '',
    imageAlt: '',
    category,
    tags: '',
    shortDescription: '',
    longDescription: '',
  });

/** Deletes empty drafts that nothing depends on; from this version on, an empty draft is deleted when it is saved. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`delete from saved_drafts where title = '' and base_tag is null and publish_at is null
    and preview_hash is null and removed_until is null
    and text in (${sql.join(categories.map(emptyTextOf))})
    and not exists (select 1 from draft_states as states
      where states.person_id = saved_drafts.person_id and states.key = saved_drafts.key)
    and not exists (select 1 from blogs where blogs.id = saved_drafts.key)`.execute(db);
}
