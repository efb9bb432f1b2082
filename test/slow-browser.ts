import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A number from the environment variable of this name; 0 if it is unset. */
const given = (name: string) => Number(process.env[name] ?? 0);

/** LAG: milliseconds to pause after each browser operation, to expose tests that depend on a short-lived state. */
export const lagMs = given('LAG');

/** SLOW: CPU throttling factor of all pages, to expose tests that don't wait for the effect of an action. */
const slowdown = given('SLOW');

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Slows down every page of this browser by the factor SLOW. */
export function slowPages(browser: Browser): void {
  if (slowdown <= 1) return;
  browser.on('context', (context) => {
    // A page may be closed before it is slowed down.
    context.on('page', (page) => slowDown(context, page).catch(() => {}));
  });
}
