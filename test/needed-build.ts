import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type BuildStamp, stampOfBuild, stampOfSources } from '../scripts/build-stamp.ts';

const project = path.resolve(import.meta.dirname, '..');
/** A test that imports one of these needs the build: to render pages in its own process, or to start the whole site. */
const needs: Readonly<Record<keyof BuildStamp, string>> = {
  pages: path.join(project, 'test', 'dist-folder.ts'),
  site: path.join(project, 'scripts', 'launcher', 'site.mjs'),
};
const relativeImport = /(?:\bfrom|\bimport\(?)\s*'(\.[^']+)'/g;

/** These files and all project files that they import, directly or not. */
function withImports(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files);
  for (const file of reached) {
    // Some test sources contain import statements of files that don't exist.
    const source =
      /\.(ts|tsx|mjs)$/.test(file) && existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const [, imported = ''] of source.matchAll(relativeImport)) {
      reached.add(path.resolve(path.dirname(file), imported));
    }
  }
  return reached;
}

type BuiltPart = keyof BuildStamp;

/** The parts of the build that these test files need. */
export function neededParts(testFiles: readonly string[]): readonly BuiltPart[] {
  const reached = withImports(testFiles);
  return (['pages', 'site'] as const).filter((part) => reached.has(needs[part]));
}

/** Why tests that need these parts can't run with the current build; undefined if they can. */
export function reasonToBuild(needed: readonly BuiltPart[]): string | undefined {
  if (needed.length === 0) return undefined;
  const [built, wanted] = [stampOfBuild(), stampOfSources()];
  if (needed.every((part) => built[part] === wanted[part])) return undefined;
  const what = built.site === '' ? 'The site is not built' : 'The build is older than its sources';
  return `${what}, and these tests use it: run \`npm run build\` first, or \`npm test -- <words>\`, which does.`;
}
