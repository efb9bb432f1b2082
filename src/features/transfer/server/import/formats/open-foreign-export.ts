import type { OpenForeignExport } from '../foreign.ts';

/** No format is known yet. */
export const openForeignExport: OpenForeignExport = async () => undefined;
