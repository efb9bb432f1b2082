/** The build's entry for `npm start`: configures module loading, then loads the site. */
import { enableCompileCache, setSourceMapsSupport } from 'node:module';
import path from 'node:path';

// Compile cache of earlier starts, next to its build and deleted with it. Node validates each entry against its source,
// and works without a writable folder.
enableCompileCache(path.join(import.meta.dirname, 'compiled'));
// Stack traces with source positions.
setSourceMapsSupport(true);
await import('./main.ts');
