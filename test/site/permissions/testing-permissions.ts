import type { Permission } from '../../../src/identity/testing-access.ts';

interface Rows {
  readonly permissions: readonly Permission[];
}

const slices = import.meta.glob<Rows>('../../../src/**/testing-permissions.ts', { eager: true });

/** The permission table: each slice has the rows of its calls. */
export const permissions = Object.values(slices).flatMap((slice) => slice.permissions);
