import { spawnSync } from 'node:child_process';
import { platform } from 'node:os';
import { root } from './launcher/project.mjs';

/** Runs a command silently; true where it succeeds. */
export function succeeds(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: 'ignore' });
  return status === 0;
}

function canInstallPackages(): boolean {
  const isRoot = platform() === 'linux' && process.getuid?.() === 0;
  return isRoot && succeeds('apt-get', ['--version']);
}

/** Installs a Debian package; with `mayUpdate` it updates the package lists and retries. False where that fails. */
export function installPackage(name: string, mayUpdate = true): boolean {
  if (!canInstallPackages()) return false;
  console.log(`Installing ${name} for the tests (Debian's package)…`);
  const install = ['install', '--yes', '--no-install-recommends', name];
  return (
    succeeds('apt-get', install) ||
    (mayUpdate && succeeds('apt-get', ['update']) && succeeds('apt-get', install))
  );
}
