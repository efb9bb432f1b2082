import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { findChromium } from './chromium.ts';

/** Quiet, without a sandbox where the tests run as root, and without calls home. */
const browserArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function startBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium for the journeys: set CHROMIUM_PATH.');
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath,
    args: [...browserArguments, ...(isRoot ? ['--no-sandbox'] : [])],
  });
}

export interface VisitOptions {
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  readonly reducedMotion?: boolean;
  /** Complaints of the browser that the test provokes on purpose. */
  readonly allowedComplaints?: RegExp;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
}

/**
 * A visitor with a browser of their own. The test fails if a page complains: an error on its console, an exception,
 * a violated policy, a hydration that didn't match.
 */
export async function visit(
  browser: Browser,
  siteUrl: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: siteUrl,
    viewport: { width: options.width ?? 1366, height: 900 },
    colorScheme: options.theme ?? 'light',
    javaScriptEnabled: options.javaScriptEnabled ?? true,
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!options.allowedComplaints?.test(text)) complaints.push(text);
  };
  page.on('pageerror', (error) => complain(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  return { page, context };
}
