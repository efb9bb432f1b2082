import { PostgresAdapter, sql } from 'kysely';
import type { Reader } from './storage.ts';

/**
 * Whether a column is among the values of a list of a kept query, given as JSON: with a parameter for each value the
 * statement would depend on their number, and PostgreSQL would plan it each time.
 */
export function isListed(db: Reader, column: string, type: 'integer' | 'text', list: string) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  return isPostgres
    ? sql<boolean>`${sql.ref(column)} = any(array(
        select value::${sql.raw(type)} from json_array_elements_text(${list}::json) as value))`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`;
}
