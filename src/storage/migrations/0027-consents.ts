import { type Kysely, sql } from 'kysely';

/**
 * An older version records no consent and finds its subscribers as before; the next newer version that ends the
 * subscription adds the consent.
 */
export const compatibleFrom = '0026-schema-compatibility';

/** The wording and time of subscribers' consents, and indexes to find old messages and e-mails. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('newsletter_consents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('form', 'text', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint')
    .addColumn('confirmed_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('ended_by', 'text')
    .execute();
  await db.schema
    .createIndex('newsletter_consents_email')
    .on('newsletter_consents')
    .column('email')
    .execute();
  await sql`create unique index newsletter_consents_open on newsletter_consents (email)
    where ended_at is null`.execute(db);
  await sql`create index newsletter_consents_asked_at on newsletter_consents (asked_at)
    where confirmed_at is null`.execute(db);
  await sql`create index newsletter_consents_ended_at on newsletter_consents (ended_at)
    where ended_at is not null`.execute(db);
  // The time and wording of earlier consents are unknown.
  await sql`insert into newsletter_consents (id, email, form, words, confirmed_at)
    select id, email, '', '', created_at from subscribers`.execute(db);
  await db.schema.alterTable('subscription_requests').addColumn('words', 'text').execute();
  await db.schema
    .createIndex('contact_messages_created_at')
    .on('contact_messages')
    .column('created_at')
    .execute();
  await db.schema.createIndex('outbox_ends_at').on('outbox').column('ends_at').execute();
}
