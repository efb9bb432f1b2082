export interface Table {
  readonly name: string;
  /** In the order of their names. */
  readonly columns: readonly string[];
}

/** Names of tables that no backup holds. */
export type NotInBackups = ReadonlySet<string>;

export function keptTables(all: readonly Table[], notInBackups: NotInBackups): readonly Table[] {
  return all
    .filter(({ name }) => !notInBackups.has(name))
    .map(({ name, columns }) => ({ name, columns: [...columns].sort() }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A name as both engines quote it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quotedList(names: readonly string[]): string {
  return names.map(quoted).join(', ');
}
