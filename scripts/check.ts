/** `npm run check`: types, lint and format, rings, unused exports. */
import { runChecks } from './checks/checks.ts';

process.exitCode = runChecks().failed > 0 ? 1 : 0;
