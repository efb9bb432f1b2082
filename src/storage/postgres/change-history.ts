import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { changesKept } from '../sqlite/change-feed.ts';
import type { ChangesSince, Storage } from '../storage.ts';

interface ChangeRow {
  readonly id: string;
  readonly mark: string;
  readonly tags: string;
  /**
   * State at the time of the query: number of migrations, digest of unlogged writes, oldest transaction that may still
   * be uncommitted.
   */
  readonly steps: string;
  readonly unlogged: string;
  readonly open_from: string;
}

/** Logs a write's tags and notifies the listeners, in one round trip. */
export function logAndNotify(
  tags: readonly string[],
  channel: string,
  notice: string,
): RawBuilder<unknown> {
  return sql`with logged as (
    insert into committed_changes (tags) values (${JSON.stringify(tags)}) returning id
  ) select pg_notify(${channel}, ${notice}) from logged`;
}

/**
 * `changesSince` on PostgreSQL. Rows become visible in commit order, not in the order of their ids, so transactions
 * that were open at the position are read again by transaction number. A server that crashed may reuse a transaction
 * number but never the id of a committed row. Older versions write without this log: if the unlogged writes differ from
 * those of the position, the changes are unknown.
 */
export function createPostgresHistory(db: Kysely<Schema>): Storage['changesSince'] {
  async function select(condition: RawBuilder<unknown>): Promise<readonly ChangeRow[]> {
    const { rows } = await sql<ChangeRow>`
      select id::text as id, mark, tags,
        (select count(*) from kysely_migration)::text as steps,
        (select coalesce(md5(string_agg(process || ' ' || turn || ' ' || mark, ',' order by process, turn)), '-')
          from write_marks where is_logged = 0) as unlogged,
        pg_snapshot_xmin(pg_current_snapshot())::text as open_from
      from committed_changes where ${condition}
      order by committed_changes.id limit ${changesKept + 1}`.execute(db);
    return rows;
  }

  return async (position): Promise<ChangesSince> => {
    const [steps, unlogged, id, mark, openFrom] = position?.split(' ') ?? [];
    const rows =
      openFrom === undefined
        ? []
        : await select(
            sql`committed_changes.id >= ${id}::bigint or transaction_id >= ${openFrom}::xid8`,
          );
    const known = rows.find((row) => row.id === id);
    const isKnown =
      known !== undefined &&
      known.mark === mark &&
      known.steps === steps &&
      known.unlogged === unlogged &&
      rows.length <= changesKept;
    const last = isKnown
      ? rows.at(-1)
      : (await select(sql`id = (select max(id) from committed_changes)`))[0];
    if (!last) throw new Error('The database has no history.');
    const tags = rows.filter((row) => row !== known).flatMap((row) => JSON.parse(row.tags));
    return {
      position: [last.steps, last.unlogged, last.id, last.mark, last.open_from].join(' '),
      tags: isKnown ? [...new Set<string>(tags)] : undefined,
    };
  };
}

/** Keeps only the newest changes: for an older position the changes are unknown. */
export async function dropOldChanges(db: Kysely<Schema>): Promise<void> {
  await sql`delete from committed_changes
    where id <= (select max(id) from committed_changes) - ${changesKept}`.execute(db);
}
