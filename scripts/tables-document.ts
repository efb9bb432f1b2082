import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { databaseFile, openStorage } from '../src/storage/open-storage.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { root } from './launcher/project.mjs';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** Position in the primary key, from 1; 0 for other columns. */
  readonly keyPlace: number;
}

interface Reference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly onDelete: string;
}

interface Table {
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly Column[];
  readonly references: readonly Reference[];
  /** Unique column sets other than the primary key. */
  readonly unique: readonly (readonly string[])[];
}

const tableRows = z.array(z.object({ name: z.string(), type: z.enum(['table', 'view']) }));
const columnRows = z.array(
  z.object({ name: z.string(), type: z.string(), notnull: z.number(), pk: z.number() }),
);
const referenceRows = z.array(
  z.object({ id: z.number(), table: z.string(), from: z.string(), on_delete: z.string() }),
);
const indexRows = z.array(z.object({ name: z.string(), unique: z.number(), origin: z.string() }));
const indexColumnRows = z.array(z.object({ name: z.string().nullable() }));

function readTable(db: DatabaseSync, name: string, isView: boolean): Table {
  const ask = (pragma: string, of: string) =>
    db.prepare(`select * from pragma_${pragma}(?)`).all(of);
  const references = Map.groupBy(
    referenceRows.parse(ask('foreign_key_list', name)),
    ({ id }) => id,
  );
  return {
    name,
    isView,
    columns: columnRows.parse(ask('table_info', name)).map((column) => ({
      name: column.name,
      type: column.type.toLowerCase() || 'any',
      isNullable: column.notnull === 0 && column.pk === 0,
      keyPlace: column.pk,
    })),
    references: [...references.values()]
      .map((rows) => ({
        columns: rows.map(({ from }) => from),
        table: rows[0]?.table ?? '',
        onDelete: rows[0]?.on_delete.toLowerCase() ?? '',
      }))
      .sort((a, b) => a.columns.join().localeCompare(b.columns.join())),
    unique: indexRows
      .parse(ask('index_list', name))
      .filter((index) => index.unique === 1 && index.origin !== 'pk')
      .map((index) => indexColumnRows.parse(ask('index_info', index.name)))
      .filter((columns) => columns.every((column) => column.name !== null))
      .map((columns) => columns.map((column) => column.name ?? ''))
      .sort((a, b) => a.join().localeCompare(b.join())),
  };
}

/** The schema of an empty, migrated SQLite database. */
async function readTables(): Promise<readonly Table[]> {
  const folder = temporaryFolder('tables');
  try {
    const storage = await openStorage({
      dataDir: folder.path,
      onConnectionError(error) {
        throw error;
      },
    });
    await storage.close();
    const db = new DatabaseSync(databaseFile(folder.path), { readOnly: true });
    const named = tableRows.parse(
      db
        .prepare(
          // Excludes tables that SQLite creates for its full-text index.
          "select name, type from pragma_table_list where schema = 'main' and type in ('table', 'view') and name not like 'sqlite_%' and name not like 'kysely_%' order by name",
        )
        .all(),
    );
    const tables = named.map(({ name, type }) => readTable(db, name, type === 'view'));
    db.close();
    return tables;
  } finally {
    folder.remove();
  }
}

/** Files that declare tables for queries, with the names of the tables. */
function readOwners(): readonly (readonly [file: string, tables: readonly string[]])[] {
  return globSync('src/**/*.ts', { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const names = [...text.matchAll(/^\s+([a-z_]+): \w+(?:Table|View);$/gm)].map(
        ([, name = '']) => name,
      );
      return names.length > 0 ? [[file, names] as const] : [];
    });
}

/** `src/features/comments/server/tables.ts` belongs to the section “Comments”, `src/blog/…` to “Blog”. */
function sectionOf(file: string): string {
  const [, ring = '', slice = ''] = file.split('/');
  const name = (ring === 'features' ? slice : ring).replaceAll('-', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const rings = ['src/identity/', 'src/blog/', 'src/features/', 'src/storage/'];

function ringOf(file: string): number {
  return rings.findIndex((ring) => file.startsWith(ring));
}

function markOf(table: Table, column: Column): string {
  const isForeign = table.references.some(({ columns }) => columns.includes(column.name));
  const isUnique = table.unique.some(
    ([only, ...more]) => only === column.name && more.length === 0,
  );
  const marks = [column.keyPlace > 0 && 'PK', isForeign && 'FK', isUnique && 'UK'];
  return marks.filter((mark) => mark !== false).join(', ');
}

function entity(table: Table): string {
  const columns = table.columns.map((column) =>
    `    ${column.type} ${column.name} ${markOf(table, column)}`.trimEnd(),
  );
  return [`  ${table.name} {`, ...columns, '  }'].join('\n');
}

/** The cardinality of a reference: many rows to one, or one to one where it is unique; `o` where it may be null. */
function relation(table: Table, reference: Reference): string {
  const columns = table.columns.filter(({ name }) => reference.columns.includes(name));
  const key = table.columns.filter(({ keyPlace }) => keyPlace > 0).map(({ name }) => name);
  const same = (names: readonly string[]) =>
    names.length === columns.length && names.every((name) => reference.columns.includes(name));
  const isOne = same(key) || table.unique.some(same);
  const parent = columns.some(({ isNullable }) => isNullable) ? '|o' : '||';
  return `  ${reference.table} ${parent}--${isOne ? 'o|' : 'o{'} ${table.name} : "${reference.columns.join(', ')}"`;
}

const ends: Readonly<Record<string, string>> = {
  cascade: 'goes with it',
  'set null': 'becomes null',
};

function keyRow(table: Table): string {
  const key = table.columns
    .filter(({ keyPlace }) => keyPlace > 0)
    .sort((a, b) => a.keyPlace - b.keyPlace)
    .map(({ name }) => `\`${name}\``);
  const nullable = table.columns.filter((column) => column.isNullable);
  const cells = [
    `\`${table.name}\`${table.isView ? ' (view)' : ''}`,
    key.join(', '),
    table.references
      .map(({ columns, table: of, onDelete }) => {
        const names = columns.map((name) => `\`${name}\``).join(', ');
        return `${names} → \`${of}\`${ends[onDelete] ? ` (${ends[onDelete]})` : ''}`;
      })
      .join('; '),
    table.isView ? '' : nullable.map(({ name }) => `\`${name}\``).join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function section(name: string, files: readonly string[], tables: readonly Table[]): string {
  const links = files.map((file) => `[${file}](../${file})`).join(', ');
  return [
    `## ${name}`,
    `Declared in ${links}.`,
    [
      '```mermaid',
      'erDiagram',
      ...tables.map(entity),
      ...tables.flatMap((table) => table.references.map((one) => relation(table, one))),
      '```',
    ].join('\n'),
    [
      '| table | primary key | refers to; when that row is deleted | may be null |',
      '| --- | --- | --- | --- |',
      ...tables.map(keyRow),
    ].join('\n'),
  ].join('\n\n');
}

/** The content of docs/tables.md. Throws for a table that no file declares. */
export async function tablesDocument(): Promise<string> {
  const tables = await readTables();
  const owners = readOwners().toSorted(([a], [b]) => ringOf(a) - ringOf(b));
  const owned = new Set(owners.flatMap(([, names]) => names));
  const unowned = tables.filter(({ name }) => !owned.has(name)).map(({ name }) => name);
  if (unowned.length > 0) throw new Error(`No interface under src declares ${unowned.join(', ')}.`);
  const sections = [...Map.groupBy(owners, ([file]) => sectionOf(file))].map(([name, of]) => {
    const names = of.flatMap(([, declared]) => declared);
    const files = of.map(([file]) => file);
    return section(
      name,
      files,
      tables.filter((table) => names.includes(table.name)),
    );
  });
  return [
    '# The tables',
    'Written by `npm run tables` from an empty SQLite database after all migrations; a test compares it with the schema.\n' +
      'PostgreSQL has the same tables. The comments beside the columns stand in the files that declare them. Times are\n' +
      'milliseconds since 1970 (UTC), flags 0 or 1. What bounds each table: [bounds.md](bounds.md).',
    ...sections,
  ]
    .join('\n\n')
    .concat('\n');
}
