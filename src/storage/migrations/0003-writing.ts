import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await createRequestTables(db);
  await createTextTables(db);

  await db.schema
    .createTable('comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('blog_id', 'text', (column) =>
      column.notNull().references('blogs.id').onDelete('cascade'),
    )
    .addColumn('person_id', 'text', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await indexOn(db, 'comments', 'blog_id', 'id');
  await indexOn(db, 'comments', 'person_id', 'blog_id', 'created_at');

  await db.schema
    .createTable('wishes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    // No foreign key: the wish stays when the blog is removed.
    .addColumn('blog_id', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('wishes_once', ['person_id', 'blog_id'])
    .execute();
}

async function createRequestTables(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('rate_counts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('window_number', 'bigint', (column) => column.notNull())
    .addColumn('current_count', 'integer', (column) => column.notNull())
    .addColumn('previous_count', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await indexOn(db, 'rate_counts', 'expires_at');

  await db.schema
    .createTable('remembered_results')
    .addColumn('person_id', 'text', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('result_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('remembered_results_key', ['person_id', 'purpose', 'key'])
    .execute();
  await indexOn(db, 'remembered_results', 'created_at');
}

async function createTextTables(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('blog_revisions')
    .addColumn('blog_id', 'text', (column) =>
      column.notNull().references('blogs.id').onDelete('cascade'),
    )
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('image_url', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('short_description', 'text', (column) => column.notNull())
    .addColumn('long_description', 'text', (column) => column.notNull())
    .addColumn('word_count', 'integer', (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('blog_revisions_key', ['blog_id', 'version'])
    .execute();

  await db.schema
    .createTable('saved_drafts')
    .addColumn('person_id', 'text', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('base_tag', 'text')
    .addColumn('revision', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('saved_drafts_key', ['person_id', 'key'])
    .execute();
}

async function indexOn(db: Kysely<never>, table: string, ...columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
