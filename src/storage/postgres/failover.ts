import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Schema } from '../schema.ts';

/** A server for reads, used while it is current. */
export interface Source {
  readonly isCurrent: () => boolean;
  ask<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
  /** Marks the source as lost: no more queries until it has answered a health check. */
  readonly lose: (error: unknown) => void;
}

/** True for an error that the query itself causes; other errors concern the server or the connection. */
function isOfQuery(error: unknown): boolean {
  if (!(error instanceof Error && 'severity' in error && 'code' in error)) return false;
  // 57P0x: the server is shutting down or starting.
  return error.severity === 'ERROR' && !String(error.code).startsWith('57P0');
}

/**
 * A read-only dialect: each query runs on `source`, and on `primary` if that fails for any reason. A standby also
 * cancels queries that conflict with its recovery.
 */
export function failoverDialect(primary: Kysely<Schema>, source: Source): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery) {
      if (source.isCurrent()) {
        try {
          return await source.ask(query as CompiledQuery<Row>);
        } catch (error) {
          if (!isOfQuery(error)) source.lose(error);
        }
      }
      return primary.executeQuery(query as CompiledQuery<Row>);
    },
    streamQuery() {
      throw new Error('Read page by page: a stream would hold one server.');
    },
  };
  const refuse = () => Promise.reject(new Error('A reader takes one query at a time.'));
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
