/** Prints each export that no other file imports; exit code 1 when there is one. */
import { globSync, readFileSync } from 'node:fs';
import { inProject, root } from '../launcher/project.mjs';
import { unusedExports } from './unused-exports.ts';

const folders = 'src,test,scripts,bench,demo,deploy';
/** Loaded by a tool, the build or a glob. */
const entries =
  /^(vite\.config|vitest\.config|test\/global-setup|src\/app\/rendering\/render)\.tsx?$|^src\/pages\/.*-page\.tsx$|\/testing-permissions\.ts$/;

const files = globSync([`{${folders}}/**/*.{ts,tsx,mjs}`, '*.config.ts'], { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
  .map((file) => ({ file, source: readFileSync(inProject(file), 'utf8') }));
const found = unusedExports(files, (file) => entries.test(file));

for (const { file, name } of found) {
  console.error(
    `${file} exports ${name}, which no other file imports: take the word export away, or all of it if its own file doesn't use it.`,
  );
}
process.exitCode = found.length > 0 ? 1 : 0;
