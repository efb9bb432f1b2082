import { spawnSync } from 'node:child_process';
import { platform } from 'node:os';
import { root } from './launcher/project.mjs';

/** Runs a command without a word; true where it ends well. */
export function succeeds(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: 'ignore' });
  return status === 0;
}

function canInstallPackages(): boolean {
  const isRoot = platform() === 'linux' && process.getuid?.() === 0;
  return isRoot && succeeds('apt-get', ['--version']);
}

/** Installs a package of Debian's, asking for newer lists where `mayUpdate`; false where that can't be. */
export function installPackage(name: string, mayUpdate = true): boolean {
  if (!canInstallPackages()) return false;
  console.log(`Installing ${name} for the tests (Debian's package)…`);
  const install = ['install', '--yes', '--no-install-recommends', name];
  return (
    succeeds('apt-get', install) ||
    (mayUpdate && succeeds('apt-get', ['update']) && succeeds('apt-get', install))
  );
}
