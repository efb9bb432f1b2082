import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../schema.ts';

/** What `synchronous_commit` may be for a commit to be on the server's disk when it is answered; `off` is what is left. */
const insist = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`;

/** Settings of a whole server, which a session can't change, and what each costs. */
const serverSettings: Readonly<Record<string, string>> = {
  fsync: 'a crash of its machine may lose what was acknowledged and damage the database',
  full_page_writes: 'a crash of its machine may damage the database',
};

/** Each connection of this pool waits, at its commits, until the server's log is on its disk. */
export function durablePool(pool: pg.Pool): pg.Pool {
  // What is asked first on a connection is answered first.
  pool.on('connect', (client) => void client.query(insist).catch(() => {}));
  return pool;
}

/** What of the server's settings may lose what was acknowledged, in sentences for the operator. */
export async function unsafeSettings(db: Kysely<Schema>): Promise<readonly string[]> {
  const names = Object.keys(serverSettings);
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where setting = 'off' and name in (${sql.join(names)})`.execute(
    db,
  );
  return rows.map(({ name }) => `PostgreSQL runs with ${name}=off: ${serverSettings[name]}.`);
}
