import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from 'playwright-core';

/** A browser context without any state of the site, even if it was used before. */
export interface LeasedContext {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** The options that can't be changed later, and the viewport. */
type LeaseOptions = Required<
  Pick<
    BrowserContextOptions,
    'baseURL' | 'viewport' | 'colorScheme' | 'javaScriptEnabled' | 'reducedMotion'
  >
> &
  Pick<BrowserContextOptions, 'hasTouch' | 'isMobile' | 'serviceWorkers'>;

interface Reusable extends LeasedContext {
  readonly options: LeaseOptions;
  readonly session: CDPSession;
  /** True after a change of the context that can't be undone. */
  isMarked: boolean;
}

/** Unused contexts, by browser. */
const free = new WeakMap<Browser, Reusable[]>();

const lasting = [
  'addInitScript',
  'addLocatorHandler',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'setExtraHTTPHeaders',
];
const ofClock = ['fastForward', 'install', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime'];
const events = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'page',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'weberror',
] as const;

/** Marks the seat when one of these methods is called. */
function markBy(owner: object, names: readonly string[], lease: Reusable): void {
  for (const name of names) {
    const call: unknown = Reflect.get(owner, name);
    if (typeof call !== 'function') continue;
    Reflect.set(owner, name, (...given: unknown[]) => {
      lease.isMarked = true;
      return Reflect.apply(call, owner, given);
    });
  }
}

async function newContext(browser: Browser, options: LeaseOptions): Promise<LeasedContext> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const lease: Reusable = { context, page, options, session, isMarked: !options.javaScriptEnabled };
  for (const owner of [context, page]) markBy(owner, lasting, lease);
  markBy(context.clock, ofClock, lease);
  return lease;
}

/**
 * A visitor's context and page. Only what an earlier visitor loaded and compiled is still cached, which saves half the
 * time of a page.
 */
export async function acquireContext(
  browser: Browser,
  options: LeaseOptions,
): Promise<LeasedContext> {
  const wanted = JSON.stringify(options);
  const leases = free.get(browser) ?? [];
  const fitting = leases.find((lease) => JSON.stringify(lease.options) === wanted);
  // A process visits one site at a time: contexts of other sites are closed.
  const others = leases.filter((lease) => lease.options.baseURL !== options.baseURL);
  free.set(
    browser,
    leases.filter((lease) => lease !== fitting && !others.includes(lease)),
  );
  for (const { context } of others) await context.close();
  return fitting ?? newContext(browser, options);
}

/** Resets the state of a browser context. */
async function forget({ context, page, session, options }: Reusable): Promise<void> {
  for (const event of events) {
    context.removeAllListeners(event);
    page.removeAllListeners(event);
  }
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  // A page of the site without scripts: no script of the page before runs any more, and the site's storage can be
  // cleared.
  await page.goto('/robots.txt');
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => sessionStorage.clear());
  const origin = options.baseURL;
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.send('Page.resetNavigationHistory');
  await context.clearCookies();
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null });
  if (options.viewport) await page.setViewportSize(options.viewport);
  // Moves the pointer out of the page.
  await page.mouse.move(-1, -1);
}

/** Leaves the context to the next visitor if it can be reset, else closes it. */
export async function releaseContext(lease: LeasedContext): Promise<void> {
  const { context, page } = lease;
  const browser = context.browser();
  const reusable = lease as Reusable;
  if (browser && !reusable.isMarked && !page.isClosed()) {
    try {
      await forget(reusable);
      free.set(browser, [...(free.get(browser) ?? []), reusable]);
      return;
    } catch {
      // The site has stopped.
    }
  }
  await context.close();
}
