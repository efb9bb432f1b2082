/** The entry of the build, which `npm start` runs: it sees to how the site's code is loaded, and loads it. */
import { enableCompileCache, setSourceMapsSupport } from 'node:module';
import path from 'node:path';

// What earlier starts have compiled, beside the build that it belongs to: it goes with it. Node holds each file against
// its source, and does without where nothing can be written.
enableCompileCache(path.join(import.meta.dirname, 'compiled'));
// Stacks name files and lines of the sources.
setSourceMapsSupport(true);
await import('./main.ts');
