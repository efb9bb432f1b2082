import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { inProject, root } from '../launcher/project.mjs';

interface Check {
  readonly name: string;
  /** Arguments for this process's Node. */
  readonly args: readonly string[];
}

/**
 * Parallel checkers repeat much of the work: on two cores they take twice the time of one, and slow down the concurrent
 * build.
 */
const checkers = availableParallelism() > 2 ? [] : ['--singleThreaded'];

const checks: readonly Check[] = [
  { name: 'types', args: [inProject('node_modules/typescript/bin/tsc'), '-p', '.', ...checkers] },
  {
    name: 'lint',
    args: [inProject('node_modules/@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'],
  },
  { name: 'rings', args: [inProject('scripts/checks/check-rings.ts')] },
  { name: 'exports', args: [inProject('scripts/checks/check-exports.ts')] },
];

/** Runs every check, printing its findings. Returns how many passed and failed. */
export function runChecks(): { readonly passed: number; readonly failed: number } {
  const failed = checks.filter(({ name, args }) => {
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    console.log(`${status === 0 ? '✓' : '✗'} ${name}`);
    return status !== 0;
  });
  return { passed: checks.length - failed.length, failed: failed.length };
}
