import pg from 'pg';
import { measureQuery, waits } from '../../platform/telemetry/durations.ts';
import { inQueue } from '../../platform/telemetry/queues.ts';
import { isKept } from '../kept-query.ts';
import { migrationLock } from './locks.ts';

/** Maximum prepared statements per connection; further statements are planned each time. */
const namesMax = 300;
/** PostgreSQL refuses a prepared statement with `*` after another process has changed the table's columns. */
const takesAllColumns = /(returning|select) \*|\.\*/;

type Query = (...given: readonly unknown[]) => Promise<unknown>;

/**
 * A connection that prepares kept queries and the statements of writes, because parsing and planning them takes longer
 * than a lookup by key. Other statements are planned each time, since their best plan depends on the parameters.
 */
class PreparingClient extends pg.Client {
  #isWriting = false;
  readonly #names = new Map<string, string>();

  // Kysely passes a text and an array of values; any other call is passed on unchanged.
  override query: pg.Client['query'] = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    const ask = super.query.bind(this) as unknown as Query;
    if (text === 'begin') return measureQuery(() => this.#begin(ask)) as never;
    if (text === 'commit' || text === 'rollback') this.#isWriting = false;
    const hasValues = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const isPrepared = hasValues && (this.#isWriting || isKept(text));
    const name = isPrepared ? this.#nameOf(text) : undefined;
    // Other calls, such as those with a callback, get no promise.
    if (typeof text !== 'string' || rest.length > 0 || typeof values === 'function')
      return ask(text, values, ...rest) as never;
    return measureQuery(() => (name ? ask({ name, text, values }) : ask(text, values))) as never;
  };

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= namesMax || takesAllColumns.test(text)) {
      return known;
    }
    const name = `write_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  /**
   * Begins a transaction that blocks migrations until its end, in one round trip. The lock is its own statement: a
   * later statement sees what was committed while the lock was awaited, whereas a statement that locks and reads would
   * use a snapshot from before the wait.
   */
  async #begin(ask: Query): Promise<unknown> {
    try {
      await ask(`begin; select pg_advisory_xact_lock_shared(${migrationLock})`);
      this.#isWriting = true;
      return { command: 'BEGIN', rowCount: null, rows: [] };
    } catch (error) {
      // Otherwise the failed transaction would stay open on the connection.
      await ask('rollback').catch(() => {});
      throw error;
    }
  }
}

/** PostgreSQL cancels a statement after this time; no statement of the site takes a tenth of it. */
const statementTimeoutMs = 2_000;
const connectionTimeoutMs = 2_000;
const poolSize = 10;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

type Connect = () => Promise<pg.PoolClient>;

/** Reports the wait for a connection and the number of waiters. */
class MeasuredPool extends pg.Pool {
  // Kysely calls it without arguments; the pool's own `query` passes a callback.
  override connect: pg.Pool['connect'] = (...given: readonly unknown[]) => {
    const connect = super.connect.bind(this) as Connect;
    if (given.length > 0 || !waits.hasSubscribers) return connect(...(given as [])) as never;
    const began = performance.now();
    return inQueue('connections', connect()).finally(() =>
      waits.publish({ ms: performance.now() - began, for: 'connection' }),
    ) as never;
  };
}

/** A pool with the site's timeouts; a server that stops must not end the process. */
export function createPool(
  url: string,
  onConnectionError: (error: Error) => void,
  settings: pg.PoolConfig = {},
): pg.Pool {
  const pool = new MeasuredPool({
    Client: PreparingClient,
    connectionString: url,
    // Statements that don't wait for each other: those of writes that share a transaction.
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    ...settings,
  });
  const report = (error: Error) => {
    // A server that ends a connection which is being closed takes nothing away.
    if (!pool.ending) onConnectionError(error);
  };
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}
