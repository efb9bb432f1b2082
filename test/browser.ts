import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { hydrated } from './hydrated.ts';
import { leaveTraces, linesOf } from './leave-traces.ts';
import { leaveSeat, takeSeat } from './reused-contexts.ts';

/** Milliseconds that whatever a test waits for may take. */
const patienceMs = 30_000;

export interface VisitOptions {
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  readonly reducedMotion?: boolean;
  /** With a finger, as on a phone. */
  readonly byTouch?: boolean;
  /** With the site's service worker, whose requests no route of a test sees. */
  readonly keepsPages?: boolean;
  /** Complaints of the browser that the test provokes on purpose. */
  readonly allowedComplaints?: RegExp;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** What the testing tool says where it keeps a service worker away. */
const workerBlocked = 'Service Worker registration blocked by Playwright';

/**
 * A visitor with a browser of their own. The test fails if a page complains: an error on its console, an exception,
 * a violated policy, a hydration that didn't match.
 */
export async function visit(
  browser: Browser,
  siteUrl: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const seat = await takeSeat(browser, {
    baseURL: siteUrl,
    viewport: { width: options.width ?? 1366, height: 900 },
    colorScheme: options.theme ?? 'light',
    javaScriptEnabled: options.javaScriptEnabled ?? true,
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
    serviceWorkers: options.keepsPages ? 'allow' : 'block',
    ...(options.byTouch && { hasTouch: true, isMobile: true }),
  });
  const { context, page } = seat;
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
      await leaveTraces(task, context, siteUrl, lines);
      await context.close();
    } else {
      await leaveSeat(seat);
    }
    expect(complaints).toEqual([]);
  });
  return { page, context };
}

/** Goes to an address of the site and waits until its page is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** An expectation that may take its time to come true. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: patienceMs });
}

/** Has every call to this address of the API fail, and counts them. */
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

/** Lets the time of a page with an installed clock pass until this is seen, however often something waits before. */
export async function passTimeUntilSeen(page: Page, seen: Locator): Promise<void> {
  await eventually(async () => {
    await page.clock.fastForward(1_000);
    return seen.isVisible();
  }).toBe(true);
}
