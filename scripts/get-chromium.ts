import { spawnSync } from 'node:child_process';
import { platform } from 'node:os';
import { findChromium, findHeadlessShell } from '../test/chromium.ts';
import { inProject, root } from './launcher/project.mjs';

function succeeds(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: 'ignore' });
  return status === 0;
}

function canInstallPackages(): boolean {
  const isRoot = platform() === 'linux' && process.getuid?.() === 0;
  return isRoot && succeeds('apt-get', ['--version']);
}

/** Installs a package of Debian's, asking for newer lists where `mayUpdate`; false where that can't be. */
function installPackage(name: string, mayUpdate = true): boolean {
  if (!canInstallPackages()) return false;
  console.log(`Installing ${name} for the tests (Debian's package)…`);
  const install = ['install', '--yes', '--no-install-recommends', name];
  return (
    succeeds('apt-get', install) ||
    (mayUpdate && succeeds('apt-get', ['update']) && succeeds('apt-get', install))
  );
}

function download(): boolean {
  console.log("Downloading Chromium for the tests (Playwright's build)…");
  const canInstallLibraries = platform() === 'linux' && process.getuid?.() === 0;
  return succeeds(process.execPath, [
    inProject('node_modules', 'playwright-core', 'cli.js'),
    'install',
    ...(canInstallLibraries ? ['--with-deps'] : []),
    'chromium',
  ]);
}

/** Path of a Chromium, got first where there is none. Undefined where none can be had. */
export function getChromium(): string | undefined {
  return (
    findChromium() ??
    (installPackage('chromium') ? findChromium() : undefined) ??
    (download() ? findChromium() : undefined)
  );
}

/** The browser for the journeys: the headless shell where it can be had, else whatever Chromium there is. */
export function getTestBrowser(): string | undefined {
  const hasOther = findChromium() !== undefined;
  return (
    findHeadlessShell() ??
    (installPackage('chromium-headless-shell', !hasOther) ? findHeadlessShell() : undefined) ??
    getChromium()
  );
}
