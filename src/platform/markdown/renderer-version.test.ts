import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rendererVersion } from './renderer-version.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const imports = /^(?:import|export) (?!type )[^;]*?from '([^']+)';$/gm;

interface Locked {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
);

/** The package that an imported module belongs to. */
function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The source files that a module imports, directly or not, and the packages that they import. */
function sourcesFrom(entry: string) {
  const files = new Map<string, string>();
  const packages = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (files.has(file)) continue;
    const source = readFileSync(file, 'utf8');
    files.set(file, source);
    for (const [, name = ''] of source.matchAll(imports)) {
      if (name.startsWith('.')) waiting.push(path.resolve(path.dirname(file), name));
      else packages.add(packageOf(name));
    }
  }
  return { files, packages };
}

/** The lockfile path of a dependency of the package at `from`: in the nearest `node_modules` that has it. */
function lockedAt(name: string, from: string): string | undefined {
  for (let folder = from; ; ) {
    const at = path.posix.join(folder, 'node_modules', name);
    if (lock.packages[at]) return at;
    if (folder === '') return undefined;
    const outer = folder.lastIndexOf('/node_modules/');
    folder = outer < 0 ? '' : folder.slice(0, outer);
  }
}

/** These packages and all their dependencies, each with its version. */
function versionsOf(names: Iterable<string>): readonly string[] {
  const found = new Set<string>();
  const waiting = [...names].map((name) => ({ name, from: '' }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const at = lockedAt(next.name, next.from);
    if (at === undefined || found.has(at)) continue;
    found.add(at);
    for (const name of Object.keys(lock.packages[at]?.dependencies ?? {})) {
      waiting.push({ name, from: at });
    }
  }
  return [...found].sort().map((at) => `${at} ${lock.packages[at]?.version}`);
}

test('rendererVersion is the fingerprint of the renderer’s sources and package versions', () => {
  const { files, packages } = sourcesFrom(path.join(import.meta.dirname, 'lay-out.ts'));
  const versions = versionsOf(packages);
  // If these are missing, the search for imports is broken.
  const names = [...files.keys()].map((file) => path.relative(root, file));
  expect(names).toEqual(expect.arrayContaining(['src/platform/text/web-url.ts']));
  expect(names).toEqual(expect.arrayContaining(['src/platform/markdown/sanitize-schema.ts']));
  for (const name of ['micromark', 'highlight.js']) {
    expect(versions.some((version) => version.startsWith(`node_modules/${name} `))).toBe(true);
  }

  const hash = createHash('sha256');
  for (const file of [...files.keys()].sort()) hash.update(`${files.get(file)}\0`);
  for (const version of versions) hash.update(`${version}\0`);
  const fingerprint = hash.digest('hex').slice(0, 16);
  expect(
    rendererVersion,
    `The renderer changed: set rendererVersion in renderer-version.ts to '${fingerprint}', and kept HTML is made anew.`,
  ).toBe(fingerprint);
});
