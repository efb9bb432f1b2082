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

/** Where reads go as long as it may be asked. */
export interface Source {
  readonly isCurrent: () => boolean;
  ask<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
  /** It is not to be asked until it has shown that it answers. */
  readonly lose: (error: unknown) => void;
}

/** What the server says itself of one query; all else is said of it, or by it as it goes. */
function isOfQuery(error: unknown): boolean {
  if (!(error instanceof Error && 'severity' in error && 'code' in error)) return false;
  // 57P0x: shut down, or starting.
  return error.severity === 'ERROR' && !String(error.code).startsWith('57P0');
}

/**
 * A dialect for reading: each query is asked of `source`, and of `primary` where that fails, whatever the reason. A
 * standby ends queries of its own accord too, when they hold up what it replays.
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
