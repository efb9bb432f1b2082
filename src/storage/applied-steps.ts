import type { DatabaseSync } from 'node:sqlite';

/** A migration that has been applied to a database. */
export interface AppliedStep {
  readonly name: string;
  /**
   * Versions that include this step can use the migrated tables; null if only versions that include the migration
   * itself can.
   */
  readonly compatible_from: string | null;
}

/** Works on a database of this version or a newer one. */
export const selectAppliedSteps = `select name, compatible_from
  from kysely_migration left join schema_compatibility on step = name`;

export function sqliteAppliedSteps(database: DatabaseSync): readonly AppliedStep[] {
  return database.prepare(selectAppliedSteps).all() as unknown as readonly AppliedStep[];
}
