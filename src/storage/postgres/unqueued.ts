import { type Dialect, DummyDriver, Transaction } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * Runs `work` with the same transaction without the queue in which Kysely holds back each statement until the one before
 * is answered. The client sends it at once, and PostgreSQL answers in order.
 */
export function unqueued<T>(
  db: Transaction<Schema>,
  dialect: Dialect,
  work: (db: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const queued = db.getExecutor();
  return queued.provideConnection((connection) => {
    const executor = queued.withConnectionProvider({ provideConnection: (use) => use(connection) });
    const driver = new DummyDriver();
    return work(new Transaction<Schema>({ config: { dialect }, dialect, driver, executor }));
  });
}
