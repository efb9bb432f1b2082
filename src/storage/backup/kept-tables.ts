export interface Table {
  readonly name: string;
  /** Sorted by name. */
  readonly columns: readonly string[];
}

/** Names of tables that are excluded from backups. */
export type NotInBackups = ReadonlySet<string>;

export function keptTables(all: readonly Table[], notInBackups: NotInBackups): readonly Table[] {
  return all
    .filter(({ name }) => !notInBackups.has(name))
    .map(({ name, columns }) => ({ name, columns: [...columns].sort() }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Quotes an identifier for both engines. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quotedList(names: readonly string[]): string {
  return names.map(quoted).join(', ');
}
