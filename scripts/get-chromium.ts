import { platform } from 'node:os';
import { findChromium, findHeadlessShell } from '../test/chromium.ts';
import { installPackage, succeeds } from './install-package.ts';
import { inProject } from './launcher/project.mjs';

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

/** Path of Chromium, installed if missing. Undefined where that fails. */
export function getChromium(): string | undefined {
  return (
    findChromium() ??
    (installPackage('chromium') ? findChromium() : undefined) ??
    (download() ? findChromium() : undefined)
  );
}

/** The browser of the journeys: the headless shell if available, else any Chromium. */
export function getTestBrowser(): string | undefined {
  const hasOther = findChromium() !== undefined;
  return (
    findHeadlessShell() ??
    (installPackage('chromium-headless-shell', !hasOther) ? findHeadlessShell() : undefined) ??
    getChromium()
  );
}
