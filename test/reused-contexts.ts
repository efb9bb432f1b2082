import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from 'playwright-core';

/** A browser that knows nothing of the site, whoever used it before. */
export interface Seat {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Every option that can't be changed afterwards is one of these, and so is the viewport. */
type SeatOptions = Required<
  Pick<
    BrowserContextOptions,
    'baseURL' | 'viewport' | 'colorScheme' | 'javaScriptEnabled' | 'reducedMotion'
  >
> &
  Pick<BrowserContextOptions, 'hasTouch' | 'isMobile' | 'serviceWorkers'>;

interface Reusable extends Seat {
  readonly options: SeatOptions;
  readonly session: CDPSession;
  /** Whether something was done that nothing undoes. */
  isMarked: boolean;
}

/** By browser, those that nobody uses. */
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

/** Has a seat marked by who calls one of these. */
function markBy(owner: object, names: readonly string[], seat: Reusable): void {
  for (const name of names) {
    const call: unknown = Reflect.get(owner, name);
    if (typeof call !== 'function') continue;
    Reflect.set(owner, name, (...given: unknown[]) => {
      seat.isMarked = true;
      return Reflect.apply(call, owner, given);
    });
  }
}

async function newSeat(browser: Browser, options: SeatOptions): Promise<Seat> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const seat: Reusable = { context, page, options, session, isMarked: !options.javaScriptEnabled };
  for (const owner of [context, page]) markBy(owner, lasting, seat);
  markBy(context.clock, ofClock, seat);
  return seat;
}

/**
 * A visitor's browser with a page. What an earlier visitor of the site has had loaded and compiled is there, which is half
 * of what a page takes; nothing else is.
 */
export async function takeSeat(browser: Browser, options: SeatOptions): Promise<Seat> {
  const wanted = JSON.stringify(options);
  const seats = free.get(browser) ?? [];
  const fitting = seats.find((seat) => JSON.stringify(seat.options) === wanted);
  // A process visits one site after the other.
  const others = seats.filter((seat) => seat.options.baseURL !== options.baseURL);
  free.set(
    browser,
    seats.filter((seat) => seat !== fitting && !others.includes(seat)),
  );
  for (const { context } of others) await context.close();
  return fitting ?? newSeat(browser, options);
}

/** Puts away what somebody left in a browser. */
async function forget({ context, page, session, options }: Reusable): Promise<void> {
  for (const event of events) {
    context.removeAllListeners(event);
    page.removeAllListeners(event);
  }
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  // A page of the site without a script: the one before has said its last word, and what the site keeps can be removed.
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
  // The pointer is nowhere.
  await page.mouse.move(-1, -1);
}

/** Leaves a browser to the next visitor where all can be put away that was done in it. */
export async function leaveSeat(seat: Seat): Promise<void> {
  const { context, page } = seat;
  const browser = context.browser();
  const reusable = seat as Reusable;
  if (browser && !reusable.isMarked && !page.isClosed()) {
    try {
      await forget(reusable);
      free.set(browser, [...(free.get(browser) ?? []), reusable]);
      return;
    } catch {
      // Its site has ended.
    }
  }
  await context.close();
}
