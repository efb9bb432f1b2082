/** A process that holds the write lock of the given SQLite file until it gets the message `release`. */
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(process.argv[2] ?? '', { timeout: 5_000 });
database.exec('begin immediate');
process.on('message', (message) => {
  if (message === 'ask') process.send?.('still holding');
  if (message !== 'release') return;
  database.exec('commit');
  database.close();
  process.disconnect?.();
});
process.send?.('holding');
