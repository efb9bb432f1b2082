import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Visit, type VisitOptions, visit } from './browser.ts';
import { demoData } from './demo-data.ts';
import { type SiteHere, startSiteHere } from './site-here.ts';
import { sharedBrowser } from './start-browser.ts';
import type { TemporaryFolder } from './temporary-folder.ts';

export interface VisitedSite {
  /** Without a trailing slash. */
  readonly url: string;
  readonly dataDir: string;
  visit(options?: VisitOptions): Promise<Visit>;
}

type Settings = Readonly<Record<string, string>>;

/**
 * The site that all tests of a file share; it stands from its first test to its last. Settings that are made first, such
 * as where something listens, come from a function.
 */
export function visitedSite(settings: Settings | (() => Promise<Settings>) = {}): VisitedSite {
  let site: SiteHere;
  let browser: Browser;
  let demo: TemporaryFolder | undefined;

  beforeAll(async () => {
    const made = typeof settings === 'function' ? await settings() : settings;
    demo = made.DEMO === undefined && made.DATA_DIR === undefined ? demoData() : undefined;
    const dataDir = demo && { DATA_DIR: demo.path };
    [site, browser] = await Promise.all([startSiteHere({ ...dataDir, ...made }), sharedBrowser()]);
  });
  afterAll(async () => {
    await site?.stop();
    demo?.remove();
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
