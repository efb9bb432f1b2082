import pg from 'pg';
import { waits } from '../../platform/telemetry/durations.ts';
import { inQueue } from '../../platform/telemetry/queues.ts';
import { PreparingClient } from './preparing-client.ts';

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
