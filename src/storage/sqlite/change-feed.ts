import type { DatabaseSync } from 'node:sqlite';
import { everything } from '../storage.ts';

/** Change rows kept for other processes; a process that lags further behind treats everything as changed. */
export const changesKept = 10_000;

export interface ChangeFeed {
  /** The tags of all commits by other connections since the last call; synchronous. */
  next(): readonly string[];
}

/**
 * Reads the commits to a file with a table `changes` of numbered tags, as this connection sees them. Calls `onCommit`
 * before it reads the tags of a commit. If that throws, `next` throws, and looks at the same commit again.
 */
export function createChangeFeed(database: DatabaseSync, onCommit = () => {}): ChangeFeed {
  const dataVersion = database.prepare('pragma data_version');
  const newest = database.prepare('select coalesce(max(seq), 0) as seq from changes');
  const since = database.prepare('select seq, tag from changes where seq > ? order by seq');
  let seenVersion = Number(dataVersion.get()?.data_version);
  let seenSeq = Number(newest.get()?.seq);
  return {
    next() {
      const version = Number(dataVersion.get()?.data_version);
      if (version === seenVersion) return [];
      onCommit();
      const rows = since.all(seenSeq);
      seenVersion = version;
      const first = rows[0];
      if (!first) return [];
      const hasGap = Number(first.seq) > seenSeq + 1;
      seenSeq = Number(rows.at(-1)?.seq);
      return hasGap ? [everything] : [...new Set(rows.map((row) => String(row.tag)))];
    },
  };
}
