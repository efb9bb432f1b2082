/**
 * `npm run build`: makes `dist/browser` and `dist/server` from the sources, and compresses what browsers fetch. Does
 * nothing when the sources are those of the last build.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createBuilder } from 'vite';
import { compressFolder } from './compress-folder.ts';
import { withLock } from './launcher/lock.mjs';
import { inProject, root } from './launcher/project.mjs';

/** Names the sources of the finished build; written last, so a build that was cut short doesn't count. */
const stampFile = inProject('dist', 'built-from.txt');

const sources = [
  'src/**/*',
  'public/**/*',
  'scripts/{build,browser-endpoints,compress-folder,common-passwords}.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];
const unused = ['**/*.test.{ts,tsx}', '**/*.suite.ts', '**/testing.ts', '**/testing-*.ts'];

function fingerprint(): string {
  const hash = createHash('sha256');
  const entries = globSync(sources, { cwd: root, exclude: unused, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((file) => `${file.parentPath}/${file.name}`).sort();
  for (const path of paths) {
    const content = readFileSync(path);
    hash.update(`${path.slice(root.length)}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function isBuilt(wanted: string): boolean {
  try {
    return readFileSync(stampFile, 'utf8') === wanted;
  } catch {
    return false;
  }
}

async function build(wanted: string): Promise<void> {
  console.log('Building…');
  const startedAt = performance.now();
  rmSync(stampFile, { force: true });
  const builder = await createBuilder({ root, logLevel: 'warn' });
  await builder.buildApp();
  await compressFolder(inProject('dist', 'browser'));
  writeFileSync(stampFile, wanted);
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

const wanted = fingerprint();
if (!isBuilt(wanted)) {
  await withLock(
    inProject('.cache', 'build.lock'),
    'Another command is building; waiting for it…',
    async () => {
      if (!isBuilt(wanted)) await build(wanted);
    },
  );
}
