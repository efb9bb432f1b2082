import path from 'node:path';

/** The last build. Tests that render pages import it from here, which is how a run knows that it needs a build. */
export const distFolder = path.resolve(import.meta.dirname, '../dist');
