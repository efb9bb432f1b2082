import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('people')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.unique())
    .addColumn('photo_url', 'text')
    .addColumn('bio', 'text')
    .addColumn('subject', 'text', (column) => column.unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('people_name').on('people').column('name').execute();

  await db.schema
    .createTable('blogs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('title_folded', 'text', (column) => column.notNull())
    .addColumn('image_url', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('short_description', 'text', (column) => column.notNull())
    .addColumn('long_description', 'text', (column) => column.notNull())
    .addColumn('word_count', 'integer', (column) => column.notNull())
    .addColumn('author_id', 'text', (column) => column.references('people.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('source_key', 'text', (column) => column.unique())
    .execute();
  await db.schema.createIndex('blogs_newest').on('blogs').columns(['created_at', 'id']).execute();
  await db.schema
    .createIndex('blogs_newest_in_category')
    .on('blogs')
    .columns(['category', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('blogs_longest').on('blogs').columns(['word_count', 'id']).execute();
  await db.schema.createIndex('blogs_author').on('blogs').column('author_id').execute();

  await db.schema
    .createTable('title_words')
    .addColumn('word', 'text', (column) => column.notNull())
    .addColumn('blog_id', 'text', (column) =>
      column.notNull().references('blogs.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('title_words_key', ['word', 'blog_id'])
    .execute();
  await db.schema.createIndex('title_words_blog').on('title_words').column('blog_id').execute();
  await db.schema
    .createTable('title_word_spellings')
    .addColumn('spelling', 'text', (column) => column.notNull())
    .addColumn('word', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('title_word_spellings_key', ['spelling', 'word'])
    .execute();
}

/** SQLite only: PostgreSQL notifies other processes by NOTIFY. */
export async function upSqlite(db: Kysely<never>): Promise<void> {
  await sql`create table changes (seq integer primary key autoincrement, tag text not null)`.execute(
    db,
  );
}
