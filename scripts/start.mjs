/** `npm start`: installs and builds what has changed, then serves. Runs on any Node from 18 on. */
import { run } from './launcher/run.mjs';

await run([['scripts/build.ts'], ['src/app/main.ts', ...process.argv.slice(2)]]);
