import { type Browser, chromium } from 'playwright-core';
import { findChromium, findHeadlessShell } from './chromium.ts';
import { lagMs, slowPages } from './slow-browser.ts';

/** Switches for quiet tests: without calls to vendors, and without a sandbox when run as root. */
const browserArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium; `moreArguments` are additional switches. */
export async function startBrowser(moreArguments: readonly string[] = []): Promise<Browser> {
  const executablePath = findHeadlessShell() ?? findChromium();
  if (!executablePath) throw new Error('There is no Chromium to be found: set CHROMIUM_PATH.');
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath,
    slowMo: lagMs,
    args: [...browserArguments, ...(isRoot ? ['--no-sandbox'] : []), ...moreArguments],
  });
  slowPages(browser);
  return browser;
}

let shared: Browser | undefined;

/**
 * The browser that all test files of a process share, each visitor in a context of its own; it ends with the process.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await startBrowser();
  return shared;
}
