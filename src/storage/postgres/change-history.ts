import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { changesKept } from '../sqlite/change-feed.ts';
import type { ChangesSince, Storage } from '../storage.ts';

interface ChangeRow {
  readonly id: string;
  readonly mark: string;
  readonly tags: string;
  /** Of the moment of the question: how many migrations, which writes logged nothing, what may still be uncommitted. */
  readonly steps: string;
  readonly unlogged: string;
  readonly open_from: string;
}

/** Has a write that touched tags log them, and tell those who listen, in one round trip. */
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
 * `changesSince` of a server. Rows become visible as their transactions end, not in the order of their ids: what was open
 * when the position was taken is read again, by the number of its transaction. A server that crashed may give such
 * numbers twice, but never the id of a row that was committed. Versions before this log wrote without it: where such
 * writes differ from those of the position, nothing is known.
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

/** Drops all but the newest: whoever knows only of older ones knows nothing. */
export async function dropOldChanges(db: Kysely<Schema>): Promise<void> {
  await sql`delete from committed_changes
    where id <= (select max(id) from committed_changes) - ${changesKept}`.execute(db);
}
