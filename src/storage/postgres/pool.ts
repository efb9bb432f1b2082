import pg from 'pg';
import { PreparingClient } from './preparing-client.ts';

/** PostgreSQL gives up on a statement after this long; nothing the site asks for takes a tenth of it. */
const statementTimeoutMs = 2_000;
const connectionTimeoutMs = 2_000;
const poolSize = 10;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A pool with the site's time-outs; a server that stops must not end the process. */
export function createPool(
  url: string,
  onConnectionError: (error: Error) => void,
  settings: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({
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
