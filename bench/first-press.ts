/**
 * `npm run bench:first-press -- [--slower 4] [--rounds 5]`: how long the first press on a page that isn't hydrated yet
 * takes, with the CPU throttled by that factor: until the page shows a reaction, and until the action is complete.
 */
import { parseArgs } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildSite } from '../scripts/build-site.ts';
import { ownHeaders, signUp } from '../test/site-member.ts';
import { startBrowser } from '../test/start-browser.ts';
import { type BenchSite, startSite } from './start-site.ts';

interface Press {
  readonly name: string;
  readonly path: string;
  readonly isMember: boolean;
  readonly width: number;
  readonly target: (page: Page) => Locator;
  /** Visible once the action is complete. */
  readonly done: (page: Page) => Locator;
}

/** Runs in the page: records when a control was pressed, and when one of its attributes changed or something opened. */
function observe(): void {
  const seen = { pressed: 0, reactedAt: 0 };
  Object.assign(globalThis, { seen });
  const noteReaction = () => {
    if (seen.pressed > 0 && seen.reactedAt === 0) seen.reactedAt = performance.now();
  };
  addEventListener(
    'click',
    ({ timeStamp, target }) => {
      if (seen.pressed > 0 || !(target instanceof Element)) return;
      seen.pressed = timeStamp;
      const control = target.closest('button, a, summary') ?? target;
      new MutationObserver(noteReaction).observe(control, { attributes: true });
    },
    { capture: true },
  );
  addEventListener('toggle', noteReaction, { capture: true });
}

async function pressed(
  browser: Browser,
  site: BenchSite,
  cookie: string,
  press: Press,
  rate: number,
) {
  const context = await browser.newContext({
    baseURL: site.origin,
    serviceWorkers: 'block',
    hasTouch: true,
    viewport: { width: press.width, height: 800 },
  });
  if (press.isMember) {
    const [name = '', value = ''] = cookie.split('=', 2);
    await context.addCookies([{ name, value, url: site.origin }]);
  }
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.goto(press.path);
  const target = press.target(page).first();
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const isHydrated = await page.evaluate(() => document.documentElement.dataset.hydrated);
  // By touch: moving a mouse pointer there would trigger hydration before the press.
  await target.tap();
  const isDone = press.done(page).first().waitFor({ timeout: 20_000 });
  await isDone;
  const times = await page.evaluate(() => {
    const { pressed: at, reactedAt } = Reflect.get(globalThis, 'seen');
    // A control without a state of its own reacts when the action is complete.
    return { reactedAt: (reactedAt || performance.now()) - at, done: performance.now() - at };
  });
  await context.close();
  return { ...times, wasHydrated: isHydrated !== undefined };
}

const { values } = parseArgs({
  options: {
    slower: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
  },
});

const middle = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

async function pressesOn(site: BenchSite, cookie: string): Promise<readonly Press[]> {
  const blogs = await (await fetch(`${site.origin}/api/latestBlogs`)).json();
  const blog = blogs[0]._id;
  await fetch(`${site.origin}/api/addcomment`, {
    method: 'POST',
    headers: ownHeaders(site.origin, cookie),
    body: JSON.stringify({ blogId: blog, comment: 'A word.' }),
  });
  const wish = (page: Page) =>
    page.getByRole('main').getByRole('button', { name: /Add .*to .*wishlist|Add to Wishlist/i });
  const wished = (page: Page) => page.locator('.Toastify__toast, dialog[open]');
  const article = `/blog/${blog}`;
  return [
    {
      name: 'Home, a wish, signed out',
      path: '/',
      isMember: false,
      width: 1366,
      target: wish,
      done: wished,
    },
    { name: 'Home, a wish', path: '/', isMember: true, width: 1366, target: wish, done: wished },
    {
      name: 'Home, the menu of a phone',
      path: '/',
      isMember: false,
      width: 390,
      target: (page) => page.getByRole('button', { name: /menu/i }),
      done: (page) => page.locator('.site-menu'),
    },
    {
      name: 'Home, the menu behind the avatar',
      path: '/',
      isMember: true,
      width: 1366,
      target: (page) => page.getByRole('button', { name: /^Your account/ }),
      done: (page) => page.locator('.account-menu'),
    },
    {
      name: 'An article, a wish',
      path: article,
      isMember: true,
      width: 1366,
      target: wish,
      done: wished,
    },
    {
      name: 'An article, a reply',
      path: article,
      isMember: true,
      width: 1366,
      target: (page) => page.getByRole('button', { name: /^Reply/ }),
      done: (page) => page.getByRole('textbox', { name: /reply/i }),
    },
  ];
}

async function main(): Promise<void> {
  const site = await startSite({ LIMITS: '0', READING: 'public' });
  const browser = await startBrowser();
  try {
    const { cookie } = await signUp(site.origin);
    const { cookie: other } = await signUp(site.origin);
    for (const press of await pressesOn(site, other)) {
      const rounds: Awaited<ReturnType<typeof pressed>>[] = [];
      for (let round = 0; round < Number(values.rounds); round += 1) {
        const member = press.name.includes('wish') ? (await signUp(site.origin)).cookie : cookie;
        rounds.push(await pressed(browser, site, member, press, Number(values.slower)));
      }
      const reactedAt = middle(rounds.map((one) => one.reactedAt)).toFixed(0);
      const done = middle(rounds.map((one) => one.done)).toFixed(0);
      const early = rounds.filter(({ wasHydrated }) => !wasHydrated).length;
      console.info(
        `${press.name}: heard after ${reactedAt} ms, done after ${done} ms (${early} of ${rounds.length} before hydration)`,
      );
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}

if (!buildSite()) process.exit(1);
await main();
