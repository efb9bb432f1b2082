import pg from 'pg';
import { StorageError } from '../storage.ts';

const connectionTimeoutMs = 10_000;

/** The driver returns 64-bit integers as text; the site stores none that a number can't represent exactly. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new StorageError(`${text} is no number of this site.`);
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return wholeNumber;
    return format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : pg.types.getTypeParser(oid, 'text');
  },
};

/** One connection without a statement timeout. With `schema`, that schema is its whole search path. */
export async function connectPostgres(url: string, schema?: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: 'content-hub backup',
    types,
  });
  // A pending query rejects with the error; without a listener it would also end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('set statement_timeout = 0');
    if (schema !== undefined) {
      await client.query(`select set_config('search_path', quote_ident($1), false)`, [schema]);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new StorageError(
      `The database of DATABASE_URL doesn't answer (${reason}). Check that PostgreSQL runs there and that the name and password are right.`,
      { cause },
    );
  }
  return client;
}

/** The URL of another database on the same server. */
export function otherDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(database)}`;
  return address.href;
}
