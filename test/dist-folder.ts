import path from 'node:path';

/** The last build. Tests that render pages take it from here, which is how a run knows that it needs one. */
export const distFolder = path.resolve(import.meta.dirname, '../dist');
