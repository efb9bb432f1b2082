import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject, root } from './launcher/project.mjs';

/** Identifies the sources of the finished build; written last, so that an interrupted build doesn't count. */
const stampFile = inProject('dist', 'built-from.txt');

const sources = [
  'src/**/*',
  'public/**/*',
  'scripts/{build,build-stamp,browser-endpoints,compress-folder,common-passwords,kept-files,start-chunks}.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];
const unused = ['**/*.test.{ts,tsx}', '**/*.suite.ts', '**/testing.ts', '**/testing-*.ts'];
/** Files that pages don't depend on: the rings keep them out of the browser and of page rendering. */
const serverOnly = /^src\/(storage|platform\/http)\/|^src\/.*\/server\//;

/** Hashes of the sources: of the whole site, and of its pages only. */
export interface BuildStamp {
  readonly site: string;
  readonly pages: string;
}

/** The stamp of the current sources. */
export function stampOfSources(): BuildStamp {
  const site = createHash('sha256');
  const pages = createHash('sha256');
  const entries = globSync(sources, { cwd: root, exclude: unused, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll('\\', '/'));
  for (const file of files.sort()) {
    const content = readFileSync(inProject(file));
    for (const hash of serverOnly.test(file) ? [site] : [site, pages]) {
      hash.update(`${file}\n${content.length}\n`).update(content);
    }
  }
  return { site: site.digest('hex'), pages: pages.digest('hex') };
}

/** The stamp of the finished build; empty for none. */
export function stampOfBuild(): BuildStamp {
  try {
    const [site = '', pages = ''] = readFileSync(stampFile, 'utf8').split('\n');
    return { site, pages };
  } catch {
    return { site: '', pages: '' };
  }
}

export function removeStamp(): void {
  rmSync(stampFile, { force: true });
}

export function writeStamp({ site, pages }: BuildStamp): void {
  writeFileSync(stampFile, `${site}\n${pages}`);
}
