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

/** The site and the browser that all tests of a file share; they stand from its first test to its last. */
export function visitedSite(settings: Readonly<Record<string, string>> = {}): VisitedSite {
  let site: RunningSite;
  let browser: Browser;

  beforeAll(async () => {
    [site, browser] = await Promise.all([startSite(settings), startBrowser()]);
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
