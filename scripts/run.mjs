/**
 * `node scripts/run.mjs <file> [arguments]`: runs a file on the project's own Node, after installing missing packages.
 */
import { run } from './launcher/run.mjs';

await run([process.argv.slice(2)]);
