import { existsSync, readFileSync } from 'node:fs';
import { withLock } from './lock.mjs';
import { pinnedPackage } from './pinned-node.mjs';
import { inProject, root, StepError } from './project.mjs';
import { runToEnd } from './run-to-end.mjs';

/** @param {string} file */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Whether node_modules matches package-lock.json. npm writes its own record last, so an interrupted installation
 * doesn't count.
 */
function isInstalled() {
  const wanted = packagesOf(inProject('package-lock.json'));
  const installed = packagesOf(inProject('node_modules', '.package-lock.json'));
  if (!wanted) throw new StepError('package-lock.json is missing or broken: restore it from Git.');
  if (!installed) return false;
  const platformNode = pinnedPackage();
  if (platformNode && !existsSync(inProject('node_modules', platformNode))) return false;
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === '') return true;
    const present = installed[name];
    // Binaries for other platforms aren't installed.
    if (!present) return entry.optional === true;
    return present.version === entry.version && present.integrity === entry.integrity;
  });
}

/** The npm that runs this command, else the one on the PATH. */
function npm() {
  const file = process.env.npm_execpath;
  if (file && /npm-cli\.[cm]?js$/.test(file)) return { command: process.execPath, first: [file] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', first: [] };
}

async function install() {
  console.log('Installing what the project needs…');
  const { command, first } = npm();
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const code = await runToEnd(command, [...first, ...args, '--loglevel=error'], {
    cwd: root,
    // npm's summary would be the only output that isn't about this project.
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: command.endsWith('.cmd'),
  }).catch((error) => {
    throw new StepError(`npm could not be started (${error.message}). Install npm and try again.`);
  });
  if (code !== 0) {
    throw new StepError('npm could not install. Mend what its message above says and try again.');
  }
}

/** Installs the packages of package-lock.json, unless node_modules matches it. */
export async function installIfNeeded() {
  if (isInstalled()) return;
  await withLock(
    inProject('.cache', 'install.lock'),
    'Another command is installing; waiting for it…',
    async () => {
      if (!isInstalled()) await install();
    },
  );
}
