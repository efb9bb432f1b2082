/** `npm start`: installs and builds what has changed, then serves. Runs on any Node from 18 on. */
import { run } from './launcher/run.mjs';
import { siteCommand, siteVariables } from './launcher/site.mjs';

await run([['scripts/build.ts'], [...siteCommand, ...process.argv.slice(2)]], siteVariables);
