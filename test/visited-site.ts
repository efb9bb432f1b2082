import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Visit, type VisitOptions, visit } from './browser.ts';
import { type RunningSite, startSite } from './running-site.ts';
import { startBrowser } from './start-browser.ts';

export interface VisitedSite {
  /** Without a trailing slash. */
  readonly url: string;
  readonly dataDir: string;
  visit(options?: VisitOptions): Promise<Visit>;
}

type Settings = Readonly<Record<string, string>>;

/**
 * The site and the browser that all tests of a file share; they stand from its first test to its last. Settings that are
 * made first, such as where something listens, come from a function.
 */
export function visitedSite(settings: Settings | (() => Promise<Settings>) = {}): VisitedSite {
  let site: RunningSite;
  let browser: Browser;

  beforeAll(async () => {
    const made = typeof settings === 'function' ? await settings() : settings;
    [site, browser] = await Promise.all([startSite(made), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });
  return {
    get url() {
      return site.url;
    },
    get dataDir() {
      return site.dataDir;
    },
    visit: (options) => visit(browser, site.url, options),
  };
}
