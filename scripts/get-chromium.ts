import { spawnSync } from 'node:child_process';
import { platform } from 'node:os';
import { findChromium } from '../test/chromium.ts';
import { inProject, root } from './launcher/project.mjs';

function succeeds(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: 'ignore' });
  return status === 0;
}

function installPackage(): boolean {
  if (platform() !== 'linux' || process.getuid?.() !== 0) return false;
  if (!succeeds('apt-get', ['--version'])) return false;
  console.log("Installing Chromium for the tests (Debian's package)…");
  const install = ['install', '--yes', '--no-install-recommends', 'chromium'];
  return (
    succeeds('apt-get', install) ||
    (succeeds('apt-get', ['update']) && succeeds('apt-get', install))
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
    (installPackage() ? findChromium() : undefined) ??
    (download() ? findChromium() : undefined)
  );
}
