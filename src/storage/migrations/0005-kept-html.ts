import { type Kysely, sql } from 'kysely';

/**
 * The HTML of blogs, in its own table so that lists don't read it. Each existing blog gets an empty row: its text is
 * rendered in the background or at its first read.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('blog_html')
    .addColumn('blog_id', 'text', (column) =>
      column.primaryKey().references('blogs.id').onDelete('cascade'),
    )
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('renderer', 'text', (column) => column.notNull())
    .addColumn('blog_version', 'integer', (column) => column.notNull())
    .addColumn('blog_updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await sql`
    insert into blog_html (blog_id, html, renderer, blog_version, blog_updated_at)
    select id, '', '', 0, 0 from blogs`.execute(db);
  await db.schema.createIndex('blog_html_renderer').on('blog_html').column('renderer').execute();
}
