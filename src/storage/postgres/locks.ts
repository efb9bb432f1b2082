/** Advisory locks, with numbers that are the same in every process and version. They are taken in this order. */

/**
 * Held shared by every transaction from its beginning and exclusively by a migration: neither starts while the other
 * runs.
 */
export const migrationLock = 20_261_124;
/** The site-wide lock, held shared or exclusively by every write until its end. */
export const writeLock = 20_261_120;
