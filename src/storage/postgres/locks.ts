/**
 * Advisory locks, by numbers that are the same in every process of every version. They are taken in this order.
 */

/** Every transaction holds it shared from its beginning, a migration exclusively: neither begins while the other runs. */
export const migrationLock = 20_261_124;
/** The site-wide lock, which every write holds to its end, shared or exclusively. */
export const writeLock = 20_261_120;
