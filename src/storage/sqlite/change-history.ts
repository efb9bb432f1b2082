import type { DatabaseSync } from 'node:sqlite';
import type { ChangesSince, Storage } from '../storage.ts';

interface ChangeRow {
  readonly steps: number;
  readonly seq: number;
  readonly tag: string;
  readonly mark: string;
}

const columns = '(select count(*) from kysely_migration) as steps, seq, tag, mark';

/** `changesSince` on SQLite: changes are numbered in commit order. */
export function createSqliteHistory(database: DatabaseSync): Storage['changesSince'] {
  const newest = database.prepare(`select ${columns} from changes order by seq desc limit 1`);
  // Includes the known change itself, which must be there unchanged.
  const since = database.prepare(`select ${columns} from changes where seq >= ? order by seq`);
  return async (position): Promise<ChangesSince> => {
    const [steps, seq, mark] = position?.split(' ') ?? [];
    const rows = (seq === undefined ? [] : since.all(seq)) as unknown as readonly ChangeRow[];
    const [known] = rows;
    const isKnown = known && String(known.steps) === steps && known.mark === mark;
    const last = (isKnown ? rows.at(-1) : newest.get()) as ChangeRow | undefined;
    if (!last) throw new Error('The database has no history.');
    return {
      position: `${last.steps} ${last.seq} ${last.mark}`,
      tags: isKnown ? [...new Set(rows.slice(1).map(({ tag }) => tag))] : undefined,
    };
  };
}
