import { DatabaseSync } from 'node:sqlite';
import { changesKept, createChangeFeed } from '../sqlite/change-feed.ts';
import { whileBusy } from '../sqlite/dialect.ts';
import { StorageError } from '../storage.ts';

/**
 * Lock timeout while a sibling is recording; that takes microseconds unless the sibling was suspended at that point.
 */
const lockedMs = 100;

/** Exchanges commits between the processes of one machine without the delay of a notification. */
export interface SiblingChanges {
  /**
   * Makes the tags visible to the siblings before it returns. Returns all tags recorded since the last call, including
   * these. Throws if they couldn't be recorded.
   */
  record(tags: readonly string[]): readonly string[];
  /** Tags recorded since the last call; synchronous and cheap (microseconds). */
  next(): readonly string[];
  close(): void;
}

async function openForWriting(file: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(file, { timeout: lockedMs });
  // Switching a new file to WAL mode needs exclusive access, and siblings may be starting too.
  await whileBusy(() => database.exec('pragma journal_mode = wal'));
  database.exec('pragma synchronous = off');
  await whileBusy(() =>
    database.exec(
      'create table if not exists changes (seq integer primary key autoincrement, tag text not null)',
    ),
  );
  return database;
}

/**
 * Opens or creates the SQLite file that the processes of one machine share. Its contents needn't outlive them, so
 * nothing is synced. Throws `StorageError` if it can't be used.
 */
export async function openSiblingChanges(file: string): Promise<SiblingChanges> {
  const writing = await openForWriting(file).catch((error: Error) => {
    throw new StorageError(
      `The file ${file}, in which processes tell each other of changes, can't be used (${error.message}). Free some room there, or set TMPDIR to another folder.`,
      { cause: error },
    );
  });
  const insert = writing.prepare('insert into changes (tag) select value from json_each(?)');
  const forget = writing.prepare(
    'delete from changes where seq < (select max(seq) from changes) - ?',
  );
  const reading = new DatabaseSync(file, { readOnly: true, timeout: lockedMs });
  const feed = createChangeFeed(reading);
  return {
    record(tags) {
      insert.run(JSON.stringify(tags));
      forget.run(changesKept);
      return feed.next();
    },
    next: feed.next,
    close() {
      reading.close();
      writing.close();
    },
  };
}
