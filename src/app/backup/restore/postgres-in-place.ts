import { rename, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { syncFolder } from '../../../platform/files/sync-to-disk.ts';
import { keptTables, quoted } from '../../../storage/backup/kept-tables.ts';
import { connectPostgres } from '../../../storage/backup/postgres-client.ts';
import { createPostgresTarget } from '../../../storage/backup/postgres-target.ts';
import { postgresSteps, postgresTables } from '../../../storage/backup/row-source.ts';
import { stepNames } from '../../../storage/migrate.ts';
import { createPool } from '../../../storage/postgres/pool.ts';
import type { Schema } from '../../../storage/schema.ts';
import { notInBackups } from '../../features.ts';
import { BackupError } from '../backup-format.ts';
import { isEmptyFolder, moveInto, placesIn } from './pictures-in-place.ts';
import type { SiteInPlace, SiteOptions } from './site-in-place.ts';

/** Tables of earlier versions. */
const formerTables = ['throttles', 'rate_counts'];

/** The server needs a moment to notice that a client has disconnected. */
const looksMax = 12;
const lookAgainMs = 250;

interface PostgresSite extends SiteOptions {
  readonly databaseUrl: string;
}

/** The site's tables are in one schema, which is renamed: instant, without extra space, and reversible. */
export async function openPostgresSite(options: PostgresSite): Promise<SiteInPlace> {
  const { dataDir, databaseUrl, stamp } = options;
  const client = await connectPostgres(databaseUrl);
  const { pictures, newPictures, aside } = placesIn(dataDir, stamp);
  const { rows } = await client.query<{ schema: string | null; name: string }>(
    'select current_schema() as schema, current_database() as name',
  );
  const [here] = rows;
  const schema = here?.schema ?? 'public';
  const coming = `restoring_${stamp}`;
  const old = `before_restore_${stamp}`;
  let isMade = false;

  /** Tables of other programs in the schema would be moved aside with the site's. */
  async function assertOwnTables(made: readonly string[]): Promise<void> {
    const there = (await postgresTables(client)).map(({ name }) => name);
    const ours = new Set([...made, ...formerTables]);
    const strangers = there.filter((name) => !ours.has(name) && !name.startsWith('kysely_'));
    if (strangers.length > 0) {
      throw new BackupError(
        `The schema ${schema} holds tables that aren't the site's (${strangers.slice(0, 5).join(', ')}). Restore into a database of its own.`,
      );
    }
  }

  return {
    place: `the PostgreSQL database ${here?.name}, or in ${dataDir}`,
    newPictures,
    async assertStopped() {
      for (let look = 1; look <= looksMax; look += 1) {
        const others = await client.query<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()
             and backend_type = 'client backend'`,
        );
        if ((others.rows[0]?.count ?? 0) === 0) return;
        await wait(lookAgainMs);
      }
      throw new BackupError(
        'The site runs, or another program is connected to its database. Stop it first: what it writes now would be lost.',
      );
    },
    async openReplaced() {
      if ((await postgresTables(client)).length === 0) return undefined;
      if ((await postgresSteps(client)).at(-1) !== stepNames.at(-1)) return undefined;
      const options = `-c search_path=${schema} -c default_transaction_read_only=on`;
      const pool = createPool(databaseUrl, () => {}, { max: 1, statement_timeout: 0, options });
      const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
      return { db, close: () => db.destroy() };
    },
    async isEmpty() {
      for (const { name } of keptTables(await postgresTables(client), notInBackups)) {
        const found = await client.query(`select 1 from ${quoted(name)} limit 1`);
        if (found.rows.length > 0) return false;
      }
      return isEmptyFolder(pictures);
    },
    async makeDatabase(lastStep) {
      await client.query(`create schema ${quoted(coming)}`);
      isMade = true;
      return createPostgresTarget(databaseUrl, coming, lastStep, notInBackups);
    },
    async swap() {
      const { rows: made } = await client.query<{ name: string }>(
        'select relname as name from pg_class where relnamespace = $1::regnamespace',
        [coming],
      );
      await assertOwnTables(made.map(({ name }) => name));
      const wasThere = (await postgresTables(client)).length > 0;
      await client.query('begin');
      await client.query(`alter schema ${quoted(schema)} rename to ${quoted(old)}`);
      await client.query(`alter schema ${quoted(coming)} rename to ${quoted(schema)}`);
      if (!wasThere) await client.query(`drop schema ${quoted(old)} restrict`);
      await client.query('commit');
      isMade = false;
      const hadPictures = await moveInto(aside, pictures);
      await rename(newPictures, pictures);
      await syncFolder(dataDir);
      const places = [...(wasThere ? [`the schema ${old}`] : []), ...(hadPictures ? [aside] : [])];
      return places.length > 0 ? places.join(' and ') : undefined;
    },
    async close() {
      if (isMade) await client.query(`drop schema ${quoted(coming)} cascade`);
      await client.end();
      await rm(newPictures, { recursive: true, force: true });
    },
  };
}
