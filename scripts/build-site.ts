import { spawnSync } from 'node:child_process';
import { inProject, root } from './launcher/project.mjs';
import { runToEnd } from './launcher/run-to-end.mjs';

const build = inProject('scripts', 'build.ts');

/** Builds the site if its sources have changed. False after a failure, which was printed. */
export function buildSite(): boolean {
  const { status } = spawnSync(process.execPath, [build], { cwd: root, stdio: 'inherit' });
  return status === 0;
}

/** The same, asynchronously. */
export async function buildSiteMeanwhile(): Promise<boolean> {
  return (await runToEnd(process.execPath, [build], { cwd: root, stdio: 'inherit' })) === 0;
}
