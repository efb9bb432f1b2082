import { type Kysely, sql } from 'kysely';

/**
 * One outbox for all e-mails of the site: an e-mail is stored in the transaction that causes it until a mail server
 * accepts it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.references('people.id').onDelete('cascade'))
    .addColumn('address', 'text')
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema.createIndex('outbox_state').on('outbox').columns(['state', 'due_at']).execute();
  await db.schema.createIndex('outbox_person_id').on('outbox').column('person_id').execute();
  await sql`create index outbox_ended_at on outbox (ended_at) where ended_at is not null`.execute(
    db,
  );
  await db.schema
    .createTable('mail_hold')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .execute();
  await carryMessagesOver(db);
  await letIssuesGoOn(db);
}

/** Moves contact messages that wait to be forwarded to the outbox. */
async function carryMessagesOver(db: Kysely<never>): Promise<void> {
  await sql`insert into outbox
      (id, kind, person_id, address, payload, state, holder, due_at, ends_at, tries, reason, created_at, ended_at)
    select 'message-' || id, 'contact-message', null, null, '{"messageId":"' || id || '"}', 'waiting', '',
      coalesce(forward_at, created_at), coalesce(forward_at, created_at) + 172800000, 0, '', created_at, null
    from contact_messages where forward_state = 'waiting'`.execute(db);
  // The sending process has ended, so the outcome is unknown.
  await sql`update contact_messages set forward_state = 'failed' where forward_state = 'sending'`.execute(
    db,
  );
  await sql`drop index contact_messages_forward_at`.execute(db);
  for (const column of ['forward_at', 'forward_tries']) {
    await db.schema.alterTable('contact_messages').dropColumn(column).execute();
  }
}

/** An issue that the mail server doesn't accept has the time of its next attempt and the number of attempts. */
async function letIssuesGoOn(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('newsletter_issues').addColumn('again_at', 'bigint').execute();
  await db.schema
    .alterTable('newsletter_issues')
    .addColumn('pauses', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
