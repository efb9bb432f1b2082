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

function usualPlaces(): string[] {
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => commands.map((command) => path.join(folder, command)));
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

/** The browser for the journeys: CHROMIUM_PATH, a usual place, or Playwright's own download. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  const places = [...(given ? [given] : []), ...usualPlaces(), chromium.executablePath()];
  return places.find(canRun);
}
