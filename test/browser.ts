import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { acquireContext, releaseContext } from './context-pool.ts';
import { linesOf, writeFailureTraces } from './failure-traces.ts';
import { hydrated } from './hydrated.ts';

/** Timeout in milliseconds of everything a test waits for. */
const patienceMs = 30_000;

export interface VisitOptions {
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  readonly reducedMotion?: boolean;
  /** Emulates a touch screen, as on a phone. */
  readonly byTouch?: boolean;
  /** Allows the site's service worker; its requests bypass the test's routes. */
  readonly keepsPages?: boolean;
  /** Console errors that the test provokes on purpose. */
  readonly allowedComplaints?: RegExp;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** Playwright's console message where it blocks service workers. */
const workerBlocked = 'Service Worker registration blocked by Playwright';

/**
 * Opens a browser context for a new visitor. The test fails if a page reports a console error, an exception, a policy
 * violation or a hydration mismatch.
 */
export async function visit(
  browser: Browser,
  siteUrl: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const lease = await acquireContext(browser, {
    baseURL: siteUrl,
    viewport: { width: options.width ?? 1366, height: 900 },
    colorScheme: options.theme ?? 'light',
    javaScriptEnabled: options.javaScriptEnabled ?? true,
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
    serviceWorkers: options.keepsPages ? 'allow' : 'block',
    ...(options.byTouch && { hasTouch: true, isMobile: true }),
  });
  const { context, page } = lease;
  context.setDefaultTimeout(patienceMs);
  const lines = linesOf(context);
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!options.allowedComplaints?.test(text)) complaints.push(text);
  };
  page.on('pageerror', (error) => complain(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (message.text() === workerBlocked) return;
    complain(`${message.text()} at ${message.location().url}`);
  });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail' || complaints.length > 0) {
      await writeFailureTraces(task, context, siteUrl, lines);
      await context.close();
    } else {
      await releaseContext(lease);
    }
    expect(complaints).toEqual([]);
  });
  return { page, context };
}

/** Opens an address of the site and waits until its page is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** An expectation that is polled until it holds or the timeout passes. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: patienceMs });
}

/** Lets the timers of toasts take minutes: a busy machine may need longer than five or ten seconds to press in one. */
export function slowDownToasts(page: Page): Promise<void> {
  return page.evaluate(() => {
    // The site's content security policy refuses a style element.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.Toastify__progress-bar--animated { animation-duration: 600s !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Makes every call to this address of the API fail, and counts the calls. */
export async function failApi(page: Page, path: string): Promise<{ readonly calls: () => number }> {
  let calls = 0;
  await page.route(
    (url) => url.pathname === path,
    (route) => {
      calls += 1;
      return route.fulfill({ status: 500, body: '' });
    },
  );
  return { calls: () => calls };
}

/** Advances the page's fake clock until the element is visible, however many timers run before. */
export async function passTimeUntilSeen(page: Page, seen: Locator): Promise<void> {
  await eventually(async () => {
    await page.clock.fastForward(1_000);
    return seen.isVisible();
  }).toBe(true);
}

/** The focused element's text, for tests of where the focus went. */
export const focusedText = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent ?? '');
