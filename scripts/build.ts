/**
 * `npm run build`: builds `dist/browser` and `dist/server` from the sources, and compresses browser files. Does nothing
 * if the sources are unchanged since the last build.
 */
import { createBuilder } from 'vite';
import {
  type BuildStamp,
  removeStamp,
  stampOfBuild,
  stampOfSources,
  writeStamp,
} from './build-stamp.ts';
import { compressFolder } from './compress-folder.ts';
import { withLock } from './launcher/lock.mjs';
import { inProject, root } from './launcher/project.mjs';

async function build(wanted: BuildStamp): Promise<void> {
  console.log('Building…');
  const startedAt = performance.now();
  removeStamp();
  const builder = await createBuilder({ root, logLevel: 'warn' });
  await builder.buildApp();
  await compressFolder(inProject('dist', 'browser'));
  writeStamp(wanted);
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

const wanted = stampOfSources();
const isBuilt = () => stampOfBuild().site === wanted.site;
if (!isBuilt()) {
  await withLock(
    inProject('.cache', 'build.lock'),
    'Another command is building; waiting for it…',
    async () => {
      if (!isBuilt()) await build(wanted);
    },
  );
}
