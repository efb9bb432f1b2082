import { type Kysely, sql } from 'kysely';

/** An older version sends no events and reads neither table. */
export const compatibleFrom = '0031-gone-blogs';

/** Webhooks for texts that become visible or are removed, and their deliveries. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create table webhooks (
    id text not null primary key,
    url text not null,
    secret text not null,
    events text not null,
    state text not null,
    failing_since bigint,
    created_at bigint not null)`);
  await run(`create table webhook_deliveries (
    id text not null primary key,
    webhook_id text not null references webhooks (id) on delete cascade,
    event text not null,
    blog_id text,
    comment_id text,
    state text not null,
    holder text not null,
    due_at bigint not null,
    ends_at bigint not null,
    tries bigint not null,
    status bigint,
    reply text not null,
    created_at bigint not null)`);
  await run('create index webhook_deliveries_due on webhook_deliveries (state, due_at)');
  await run('create index webhook_deliveries_of on webhook_deliveries (webhook_id, state, id)');
  await run('create index webhook_deliveries_created_at on webhook_deliveries (created_at)');
}
