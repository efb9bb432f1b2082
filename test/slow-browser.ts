import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A factor or a number of milliseconds from a variable of this name; 0 where there is none. */
const given = (name: string) => Number(process.env[name] ?? 0);

/** LAG: milliseconds that a test goes on later after each of its acts, so that what passes meanwhile has passed. */
export const lagMs = given('LAG');

/** SLOW: how many times slower than the machine all pages are, so that what an act brings about comes later. */
const slowdown = given('SLOW');

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Has every page of this browser be as slow as SLOW says. */
export function slowPages(browser: Browser): void {
  if (slowdown <= 1) return;
  browser.on('context', (context) => {
    // A page may be gone before it was slowed down.
    context.on('page', (page) => slowDown(context, page).catch(() => {}));
  });
}
