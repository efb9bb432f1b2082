import { type Kysely, sql } from 'kysely';

/**
 * E-mail features that the owner can enable: contact messages, the newsletter with subscribers and deliveries, and
 * notifications of comments.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await makeMessages(db);
  await makeSubscribers(db);
  await makeIssues(db);
  await makeCommentLetters(db);
}

async function makeMessages(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('contact_settings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .addColumn('forward_to', 'text')
    .execute();
  await db.schema
    .createTable('contact_messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .addColumn('ends_at', 'bigint')
    .addColumn('forward_state', 'text', (column) => column.notNull())
    .addColumn('forward_at', 'bigint')
    .addColumn('forward_tries', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('contact_messages_email')
    .on('contact_messages')
    .column('email')
    .execute();
  await sql`create index contact_messages_ends_at on contact_messages (ends_at)
    where ends_at is not null`.execute(db);
  await sql`create index contact_messages_forward_at on contact_messages (forward_at)
    where forward_at is not null`.execute(db);
}

async function makeSubscribers(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('newsletter_settings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .addColumn('digest_at', 'bigint')
    .execute();
  await db.schema
    .createTable('subscription_requests')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  for (const column of ['email', 'expires_at']) {
    await db.schema
      .createIndex(`subscription_requests_${column}`)
      .on('subscription_requests')
      .column(column)
      .execute();
  }
  await db.schema
    .createTable('subscribers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('secret', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('bounces', 'integer', (column) => column.notNull())
    .addColumn('stopped_at', 'bigint')
    .execute();
}

async function makeIssues(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('newsletter_issues')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('blogs', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('taken_up_to', 'text', (column) => column.notNull())
    .addColumn('last_subscriber', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('sent', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('unknown', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('newsletter_issues_state')
    .on('newsletter_issues')
    .columns(['state', 'id'])
    .execute();
  await db.schema
    .createTable('newsletter_deliveries')
    .addColumn('issue_id', 'text', (column) =>
      column.notNull().references('newsletter_issues.id').onDelete('cascade'),
    )
    .addColumn('subscriber_id', 'text', (column) =>
      column.notNull().references('subscribers.id').onDelete('cascade'),
    )
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('newsletter_deliveries_key', ['issue_id', 'subscriber_id'])
    .execute();
  await sql`create index newsletter_deliveries_open on newsletter_deliveries
    (issue_id, state, until) where state in ('waiting', 'sending')`.execute(db);
  for (const column of ['subscriber_id', 'changed_at']) {
    await db.schema
      .createIndex(`newsletter_deliveries_${column}`)
      .on('newsletter_deliveries')
      .column(column)
      .execute();
  }
}

async function makeCommentLetters(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('comment_letters')
    .addColumn('person_id', 'text', (column) =>
      column.primaryKey().references('people.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('untold_comments')
    .addColumn('blog_id', 'text', (column) =>
      column.primaryKey().references('blogs.id').onDelete('cascade'),
    )
    .addColumn('person_id', 'text', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    .addColumn('after_id', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .execute();
  for (const column of ['person_id', 'due_at']) {
    await db.schema
      .createIndex(`untold_comments_${column}`)
      .on('untold_comments')
      .column(column)
      .execute();
  }
}
