import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import type { Schema } from '../../src/storage/schema.ts';
import { distribution, type Placement } from './distribution.ts';

/** A statement as sent, with the values of its first use. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const named = z.object({ text: z.string(), values: z.array(z.unknown()).optional() });
const isPlanned = /^\s*(?:select|insert|update|delete|with|values)\b/i;

/** Collects the distinct statements sent to PostgreSQL between `on` and `off`. */
export function watchStatements() {
  const found = new Map<string, Statement>();
  let isOn = false;
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: readonly unknown[]
  ) {
    const [first, second] = given;
    const asked = typeof first === 'string' ? { text: first, values: second } : first;
    const { data } = named.safeParse(asked);
    if (isOn && data && isPlanned.test(data.text) && !found.has(data.text)) {
      found.set(data.text, { text: data.text, values: data.values ?? [] });
    }
    return Reflect.apply(query, this, given);
  } as typeof query);
  onTestFinished(() => spy.mockRestore());
  return {
    found,
    on: () => {
      isOn = true;
    },
    off: () => {
      isOn = false;
    },
  };
}

/** The properties of an EXPLAIN node that are used here. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly Operation?: string | undefined;
  readonly 'Relation Name'?: string | undefined;
  readonly Schema?: string | undefined;
  readonly Alias?: string | undefined;
  readonly Output?: readonly string[] | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
  readonly [more: string]: unknown;
}

const nodeSchema: z.ZodType<PlanNode> = z.lazy(() =>
  z.looseObject({
    'Node Type': z.string(),
    Operation: z.string().optional(),
    'Relation Name': z.string().optional(),
    Schema: z.string().optional(),
    Alias: z.string().optional(),
    Output: z.array(z.string()).optional(),
    Plans: z.array(nodeSchema).optional(),
  }),
);
const planSchema = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: nodeSchema })]) })]);

/**
 * The generic plan of a statement, independent of its values; views are expanded, and each table has a unique alias in
 * it.
 */
async function planOf(db: Kysely<Schema>, { text }: Statement): Promise<PlanNode> {
  const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  const nulls = Array.from({ length: Math.max(0, ...numbers) }, () => 'null').join(', ');
  return db.connection().execute(async (connection) => {
    const run = (statement: string) => sql.raw(statement).execute(connection);
    await run('set plan_cache_mode = force_generic_plan');
    await run(`prepare crossing as ${text}`);
    try {
      const { rows } = await run(
        `explain (verbose, costs off, format json) execute crossing${nulls && `(${nulls})`}`,
      );
      return planSchema.parse(rows)[0]['QUERY PLAN'][0].Plan;
    } finally {
      await run('deallocate crossing');
      await run('reset plan_cache_mode');
    }
  });
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The parts of a condition that are joined by AND. */
function conjuncts(condition: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  const text = condition.replace(/^\((.*)\)$/s, '$1');
  const isWhole = [...text].every((letter) => {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    return depth >= 0;
  });
  if (!isWhole || depth !== 0) return [condition];
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0 && text.startsWith(' AND ', index)) {
      parts.push(text.slice(from, index));
      from = index + ' AND '.length;
    }
  }
  parts.push(text.slice(from));
  return parts.length === 1 ? parts : parts.flatMap(conjuncts);
}

const conditionNames = /(?:Cond|Filter)$/;
const conditionsOf = (nodes: readonly PlanNode[]) =>
  nodes.flatMap((node) =>
    Object.entries(node).flatMap(([name, value]) =>
      conditionNames.test(name) && typeof value === 'string' ? conjuncts(value) : [],
    ),
  );

const column = /(?:\w+|"[^"]+")\.(?:\w+|"[^"]+")/;
const equality = new RegExp(
  `^\\(*(${column.source})\\)*(?:::\\w+)? = \\(*(${column.source}|\\$\\d+|'[^']*')\\)*(?:::\\w+)?\\)*$`,
);
const bare = (name: string) => name.replaceAll('"', '');

const allColumns = new RegExp(column, 'g');

/**
 * The columns of a table in a condition, with ` =` where it requires one value; none if the condition compares with a
 * literal of the statement or its view.
 */
function namedBy(condition: string, alias: string): readonly string[] {
  const names = [...condition.matchAll(allColumns)].map(([name]) => bare(name).split('.'));
  if (names.length === 1 && !condition.includes('$')) return [];
  const sign = equality.exec(condition)?.[2]?.startsWith('$') ? ' =' : '';
  return names.flatMap(([owner, name]) => (owner === alias && name ? [name + sign] : []));
}

/** The value of an expression in a plan, if it is known: a parameter or a literal. */
function constantOf(expression: string, { values }: Statement): string | undefined {
  const [, number] = /^\(*\$(\d+)\)*(?:::\w+)?$/.exec(expression) ?? [];
  if (number !== undefined) return JSON.stringify(values[Number(number) - 1]);
  const [, text] = /^'([^']*)'/.exec(expression) ?? [];
  return text === undefined ? undefined : JSON.stringify(text);
}

/** The values that an insert gives to the column at index `place`. */
function insertedValues(node: PlanNode, place: number, statement: Statement): readonly string[] {
  const [source] = node.Plans ?? [];
  const output = source?.Output?.[place] ?? '';
  const [, ofRow] = /^"\*VALUES\*"\.column(\d+)$/.exec(output) ?? [];
  if (ofRow === undefined) return [constantOf(output, statement) ?? output];
  const [, rows = ''] = /\bvalues (\(.*)/s.exec(statement.text) ?? [];
  return [...rows.matchAll(/\(([^()]*)\)/g)].map(([, row = '']) => {
    const expression = row.split(',')[Number(ofRow) - 1]?.trim() ?? '';
    return constantOf(expression, statement) ?? expression;
  });
}

/** The columns of each table, in their order. */
export type Columns = ReadonlyMap<string, readonly string[]>;

export async function columnsOf(db: Kysely<Schema>): Promise<Columns> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    group by c.relname`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** A table in a plan, with its alias there. */
interface Use {
  readonly alias: string;
  readonly table: string;
  readonly placement: Placement;
}

/** A union-find of names that have the same value. */
function createClasses() {
  const parents = new Map<string, string>();
  const find = (name: string): string => {
    const parent = parents.get(name);
    return parent === undefined || parent === name ? name : find(parent);
  };
  return {
    find,
    join: (one: string, other: string) => void parents.set(find(one), find(other)),
  };
}

/**
 * Undefined if a statement stays on one node: if all distributed tables that it reads and writes have the same key, and
 * its conditions require one value of it. Else a description that is independent of the plan: each table with the
 * columns in its conditions.
 */
export async function crossingOf(
  db: Kysely<Schema>,
  statement: Statement,
  columns: Columns,
): Promise<string | undefined> {
  const nodes = nodesOf(await planOf(db, statement));
  const uses = nodes.flatMap((node): Use[] => {
    const table = node['Relation Name'];
    const placement = table === undefined ? undefined : distribution[table];
    if (table === undefined || !placement || placement.by === 'reference') return [];
    return [{ alias: bare(node.Alias ?? table), table, placement }];
  });
  const kinds = new Set(uses.map(({ placement }) => placement.by));
  if (uses.length === 0 || (kinds.size === 1 && kinds.has('one node'))) return undefined;

  const conditions = conditionsOf(nodes);
  const classes = createClasses();
  for (const condition of conditions) {
    const [, left = '', right = ''] = equality.exec(condition) ?? [];
    if (left === '') continue;
    const constant = constantOf(right, statement);
    classes.join(bare(left), constant === undefined ? bare(right) : `=${constant}`);
  }
  const places = new Set<string>();
  for (const { alias, table, placement } of uses) {
    if (!('column' in placement)) continue;
    const writing = nodes.find(
      (node) => node.Operation === 'Insert' && bare(node.Alias ?? '') === alias,
    );
    if (writing) {
      const place = columns.get(table)?.indexOf(placement.column) ?? -1;
      for (const value of insertedValues(writing, place, statement)) places.add(`=${value}`);
    } else {
      places.add(classes.find(`${alias}.${placement.column}`));
    }
  }
  const [place] = places;
  if (kinds.size === 1 && places.size === 1 && place?.startsWith('=')) return undefined;

  const described = uses.map(({ alias, table }) => {
    const used = conditions.flatMap((condition) => namedBy(condition, alias));
    return used.length === 0 ? table : `${table} (${[...new Set(used)].sort().join(', ')})`;
  });
  const [verb = ''] = /insert|update|delete/.exec(
    nodes.map((node) => node.Operation?.toLowerCase() ?? '').join(' '),
  ) ?? ['select'];
  return `${verb} ${[...new Set(described)].sort().join(', ')}`;
}
