import pg from 'pg';
import { measureQuery, waits } from '../../platform/telemetry/durations.ts';
import { inQueue } from '../../platform/telemetry/queues.ts';
import { migrationLock } from './locks.ts';

/** Statements that one connection gives names to; those that come after these are planned each time. */
const namesMax = 300;
/** What takes all columns of a table gives others once another process has migrated it, and PostgreSQL refuses that. */
const takesAllColumns = /(returning|select) \*|\.\*/;

type Query = (...given: readonly unknown[]) => Promise<unknown>;

/**
 * A connection on which PostgreSQL reads and plans a statement of a write once, and not each time: that takes longer
 * than looking up a row by its key. Outside transactions each has a plan of its own, since what is searched for decides
 * how.
 */
class PreparingClient extends pg.Client {
  #isWriting = false;
  readonly #names = new Map<string, string>();

  // As Kysely asks: a text, and values where there are some. What anybody else asks is passed on.
  override query: pg.Client['query'] = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    const ask = super.query.bind(this) as unknown as Query;
    if (text === 'begin') return measureQuery(() => this.#begin(ask)) as never;
    if (text === 'commit' || text === 'rollback') this.#isWriting = false;
    const isPrepared = this.#isWriting && typeof text === 'string' && Array.isArray(values);
    const name = isPrepared && values.length > 0 ? this.#nameOf(text) : undefined;
    // Who asks otherwise, such as to be called back, gets no promise.
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
   * Begins a transaction that keeps migrations away to its end, in one round trip. Of two statements the second sees what
   * was committed while the first waited; one that locks and reads at once sees what was there before it waited.
   */
  async #begin(ask: Query): Promise<unknown> {
    try {
      await ask(`begin; select pg_advisory_xact_lock_shared(${migrationLock})`);
      this.#isWriting = true;
      return { command: 'BEGIN', rowCount: null, rows: [] };
    } catch (error) {
      // A transaction that has failed would stay with the connection.
      await ask('rollback').catch(() => {});
      throw error;
    }
  }
}

/** PostgreSQL gives up on a statement after this long; nothing the site asks for takes a tenth of it. */
const statementTimeoutMs = 2_000;
const connectionTimeoutMs = 2_000;
const poolSize = 10;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

type Connect = () => Promise<pg.PoolClient>;

/** Tells how long one waits for a connection, and how many do. */
class ToldPool extends pg.Pool {
  // As Kysely asks; `query` of the pool itself wants to be called back.
  override connect: pg.Pool['connect'] = (...given: readonly unknown[]) => {
    const connect = super.connect.bind(this) as Connect;
    if (given.length > 0 || !waits.hasSubscribers) return connect(...(given as [])) as never;
    const began = performance.now();
    return inQueue('connections', connect()).finally(() =>
      waits.publish({ ms: performance.now() - began, for: 'connection' }),
    ) as never;
  };
}

/** A pool with the site's time-outs; a server that stops must not end the process. */
export function createPool(
  url: string,
  onConnectionError: (error: Error) => void,
  settings: pg.PoolConfig = {},
): pg.Pool {
  const pool = new ToldPool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    ...settings,
  });
  pool.on('error', onConnectionError);
  pool.on('connect', (client) => client.on('error', onConnectionError));
  return pool;
}
