import { DatabaseSync } from 'node:sqlite';
import { changesKept, createChangeFeed } from '../sqlite/change-feed.ts';
import { whileBusy } from '../sqlite/dialect.ts';
import { StorageError } from '../storage.ts';

/** How long one waits for a sibling that is recording; that takes microseconds, unless it has been stopped just then. */
const lockedMs = 100;

/** What the processes of one machine tell each other of their commits: at once, where a notice is on its way for a while. */
export interface SiblingChanges {
  /**
   * Has the siblings know of these tags from when it returns. Returns all that has been recorded since the last look,
   * these among it. Throws where it couldn't be recorded.
   */
  record(tags: readonly string[]): readonly string[];
  /** What has been recorded since the last look; synchronous and cheap (microseconds). */
  next(): readonly string[];
  close(): void;
}

async function openForWriting(file: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(file, { timeout: lockedMs });
  // Turning a new file to WAL needs it alone, and the siblings are starting too.
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
 * Opens the SQLite file that the processes of one machine share, or makes it. It says nothing that outlives them, so
 * nothing of it is synced. Throws `StorageError` where it can't be had.
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
