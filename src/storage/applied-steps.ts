import type { DatabaseSync } from 'node:sqlite';

/** A migration that a database has been through. */
export interface AppliedStep {
  readonly name: string;
  /** Whoever knows this step works with the tables that the other has made; null where nobody does who doesn't know that. */
  readonly compatible_from: string | null;
}

/** Reads them in a database that is of this version or a newer one. */
export const selectAppliedSteps = `select name, compatible_from
  from kysely_migration left join schema_compatibility on step = name`;

export function sqliteAppliedSteps(database: DatabaseSync): readonly AppliedStep[] {
  return database.prepare(selectAppliedSteps).all() as unknown as readonly AppliedStep[];
}
