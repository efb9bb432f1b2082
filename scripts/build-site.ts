import { spawnSync } from 'node:child_process';
import { inProject, root } from './launcher/project.mjs';

/** Builds the site where its sources have changed. False where that can't be; it has said why. */
export function buildSite(): boolean {
  const { status } = spawnSync(process.execPath, [inProject('scripts', 'build.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}
