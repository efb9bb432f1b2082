/**
 * `npm run test:browsers [-- --browser firefox --browser webkit]`: runs four journeys in browsers that the other journeys
 * don't cover: from Sign Up to a published blog, from another's blog back to it, among an author's readers, and while the
 * site is away. Firefox over WebDriver BiDi, WebKit over its GTK port's WebDriver. Exits with 1 if a browser fails.
 */
import { parseArgs } from 'node:util';
import { buildSite } from '../../scripts/build-site.ts';
import { startSite } from '../running-site.ts';
import { endOnSignals } from '../undone-at-exit.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { startFirefox } from './firefox.ts';
import { readsOffline } from './reads-offline.ts';
import { returns } from './returns.ts';
import { tendsBlog } from './tends-blog.ts';
import { startWebkit } from './webkit.ts';
import { writesBlog } from './writes-blog.ts';

const starts: Readonly<Record<string, () => Promise<DrivenBrowser>>> = {
  firefox: startFirefox,
  webkit: startWebkit,
};

const { values } = parseArgs({
  options: { browser: { type: 'string', multiple: true, default: Object.keys(starts) } },
});

async function runIn(start: () => Promise<DrivenBrowser>, siteUrl: string): Promise<string> {
  const browser = await start();
  try {
    await writesBlog(browser, siteUrl);
    await returns(browser, siteUrl);
    await tendsBlog(browser, siteUrl);
    await readsOffline(browser);
    return browser.name;
  } finally {
    await browser.close();
  }
}

endOnSignals();
await buildSite();
const site = await startSite();
try {
  for (const name of values.browser) {
    const start = starts[name];
    if (!start)
      throw new Error(`Unknown browser: ${name}. Known: ${Object.keys(starts).join(', ')}`);
    const began = performance.now();
    try {
      const browser = await runIn(start, site.url);
      console.log(`✓ ${browser}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  await site.stop();
}
