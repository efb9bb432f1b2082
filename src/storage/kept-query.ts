import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely';
import type { Reader } from './storage.ts';

/** Stands for a value while a query is built. */
class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(name) });

const keptTexts = new Set<string>();

/** Whether a statement is that of a kept query. */
export const isKept = (text: string): boolean => keptTexts.has(text);

/**
 * A query that is built once for each database and run with other values: Kysely takes longer to build and compile a
 * look-up by key than SQLite takes to answer it. `build` sees placeholders, so it may only put the values into the query.
 */
export function keptQuery<Values extends object, Row>(
  build: (db: Reader, values: Values) => Compilable<Row>,
): (db: Reader, values: Values) => Promise<Row[]> {
  const built = new WeakMap<DialectAdapter, CompiledQuery<Row>>();

  function queryFor(db: Reader): CompiledQuery<Row> {
    const { adapter } = db.getExecutor();
    const known = built.get(adapter);
    if (known) return known;
    const query = build(db, placeholders as Values).compile() as CompiledQuery<Row>;
    built.set(adapter, query);
    keptTexts.add(query.sql);
    return query;
  }

  return async (db, values) => {
    const query = queryFor(db);
    const parameters = query.parameters.map((one) =>
      one instanceof Placeholder ? values[one.name as keyof Values] : one,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
