import { accessSync, constants } from 'node:fs';
import { platform } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

const commands = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];

/** Chromium without its window-drawing parts: the same engine for two thirds of the processor time. */
const headlessCommand = 'chromium-headless-shell';

function placesOnPath(names: readonly string[]): string[] {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
}

function usualPlaces(): string[] {
  const onPath = placesOnPath(commands);
  if (platform() === 'darwin') {
    return [
      ...onPath,
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ];
  }
  if (platform() === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];
    return roots.flatMap((root) => {
      const folder = process.env[root];
      return folder ? [path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
    });
  }
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', ...onPath, '/opt/google/chrome/chrome'];
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** CHROMIUM_PATH, if it is set and executable. */
function givenChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? ''].find(canRun);
}

/** Any Chromium: CHROMIUM_PATH, a usual path, or Playwright's own download. */
export function findChromium(): string | undefined {
  return givenChromium() ?? [...usualPlaces(), chromium.executablePath()].find(canRun);
}

/** The fastest browser for the journeys: CHROMIUM_PATH or the headless shell. */
export function findHeadlessShell(): string | undefined {
  const usual = path.join('/usr/bin', headlessCommand);
  return givenChromium() ?? [usual, ...placesOnPath([headlessCommand])].find(canRun);
}
