import { spawnSync } from 'node:child_process';
import { inProject, root } from './launcher/project.mjs';
import { runToEnd } from './launcher/run-to-end.mjs';

const build = inProject('scripts', 'build.ts');

/** Builds the site where its sources have changed. False where that can't be; it has said why. */
export function buildSite(): boolean {
  const { status } = spawnSync(process.execPath, [build], { cwd: root, stdio: 'inherit' });
  return status === 0;
}

/** The same, beside what the caller does meanwhile. */
export async function buildSiteMeanwhile(): Promise<boolean> {
  return (await runToEnd(process.execPath, [build], { cwd: root, stdio: 'inherit' })) === 0;
}
