/** Prints each import that the rings forbid and what to do instead; exit code 1 when there is one. */
import { globSync, readFileSync } from 'node:fs';
import { root } from '../launcher/project.mjs';
import { forbiddenImports } from './rings.ts';

const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) =>
  file.replaceAll('\\', '/'),
);
const found = files
  .sort()
  .flatMap((file) => forbiddenImports(file, readFileSync(`${root}/${file}`, 'utf8')));

for (const { file, imported, advice } of found)
  console.error(`${file} imports ${imported}: ${advice}`);
process.exitCode = found.length > 0 ? 1 : 0;
