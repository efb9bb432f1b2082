import type { Browser, Page } from 'playwright-core';

/** The metrics of a visit; milliseconds from the start of the navigation, except `shift`. */
export interface Vitals {
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  /** Time of tasks beyond 50 ms each, after the first paint: Total Blocking Time, up to the end of the visit. */
  readonly blocked: number;
}

/** A file that the page loaded. */
export interface LoadedFile {
  readonly url: string;
  /** True if it blocked the first paint. */
  readonly isBlocking: boolean;
}

export interface Visit {
  readonly vitals: Vitals;
  readonly files: readonly LoadedFile[];
}

export interface VisitRequest {
  readonly url: string;
  /** As in a `Cookie` header. */
  readonly cookie?: string;
  /** Emulates a mid-range phone on a slow connection, with Lighthouse's settings. */
  readonly isThrottled: boolean;
}

/** Lighthouse's mobile screen. */
const phone = { width: 412, height: 823 };
/**
 * Lighthouse's `mobileSlow4G` as DevTools applies it: 1.6 Mbit/s down and 750 kbit/s up, less a tenth; a round trip of
 * 150 ms times 3.75.
 */
const slowLine = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
};
/** Lighthouse's `cpuSlowdownMultiplier` for phones. */
const slowdown = 4;
/** The page counts as loaded after this long without activity. */
const quietMs = 1_500;
const loadedWithinMs = 60_000;

/** Runs in the page: collects entries from before its first task. */
function observe(): void {
  const seen = {
    largestPaint: 0,
    shift: 0,
    tasks: [] as { start: number; duration: number }[],
    last: 0,
  };
  Object.assign(globalThis, { seen });
  const on = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) =>
    new PerformanceObserver((list) => {
      seen.last = performance.now();
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  on('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  on('longtask', ({ startTime, duration }) => {
    seen.tasks.push({ start: startTime, duration });
  });
  on('resource', () => {});
}

/** Runs in the page: returns the collected entries. */
function collected(): Visit {
  const { seen } = globalThis as unknown as {
    seen: Vitals & { tasks: { start: number; duration: number }[] };
  };
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const blocked = seen.tasks
    .map(({ start, duration }) => start + duration - Math.max(start, firstPaint) - 50)
    .reduce((sum, beyond) => sum + Math.max(0, beyond), 0);
  const resources = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
    readonly renderBlockingStatus?: string;
  })[];
  return {
    vitals: { firstPaint, largestPaint: seen.largestPaint, shift: seen.shift, blocked },
    files: resources.map(({ name, renderBlockingStatus }) => ({
      url: name,
      isBlocking: renderBlockingStatus === 'blocking',
    })),
  };
}

async function untilQuiet(page: Page): Promise<void> {
  await page.waitForFunction(
    (quiet) => {
      const { seen } = globalThis as unknown as { seen: { last: number } };
      return document.readyState === 'complete' && performance.now() - seen.last > quiet;
    },
    quietMs,
    { timeout: loadedWithinMs, polling: 100 },
  );
}

/** Visits a page once, with an empty cache, until it is inactive. */
export async function visit(browser: Browser, request: VisitRequest): Promise<Visit> {
  const { url, cookie, isThrottled } = request;
  const context = await browser.newContext({
    viewport: phone,
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    for (const pair of cookie?.split('; ') ?? []) {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      await context.addCookies([{ name, value, url }]);
    }
    const page = await context.newPage();
    await page.addInitScript(observe);
    if (isThrottled) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', slowLine);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    }
    const reply = await page.goto(url, { waitUntil: 'load', timeout: loadedWithinMs });
    if (reply?.status() !== 200) throw new Error(`${url} answers ${reply?.status()}.`);
    await untilQuiet(page);
    return await page.evaluate(collected);
  } finally {
    await context.close();
  }
}
