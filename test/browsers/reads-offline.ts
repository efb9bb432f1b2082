import { freePort } from '../free-port.ts';
import { startSite } from '../running-site.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bodyOf, type DrivenBrowser, open, says, until } from './driven-browser.ts';
import { signUp } from './writes-blog.ts';

const text = 'The lamp was lit at dusk.';

/** Whether the browser's caches have an entry whose path and query end like this. */
const isKept = (browser: DrivenBrowser, end: string) =>
  browser.run<boolean>(
    `return caches.keys().then(async (names) => {
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().some(({ url }) => url.endsWith(arguments[0]));
    })`,
    end,
  );

const isPressed = (browser: DrivenBrowser) =>
  browser.run<boolean>(
    "return document.querySelector('main [data-save][aria-pressed=true]') !== null",
  );

const titleIn = (browser: DrivenBrowser) =>
  browser.run<string>("return document.querySelector('[name=title]').value");

/** Reads a wished blog and goes on with a draft while the site is away, and loses nothing once it is back. */
export async function readsOffline(browser: DrivenBrowser): Promise<void> {
  const folder = temporaryFolder('offline');
  const url = `http://localhost:${await freePort()}`;
  const settings = { DATA_DIR: folder.path, PORT: new URL(url).port, SITE_URL: url };
  let site = await startSite(settings);
  try {
    await signUp(browser, url);
    const [blog] = await (await fetch(`${url}/api/allBlogs`)).json();
    await browser.open(`${url}/blog/${blog._id}`);
    await browser.click('Add to Wishlist');
    await until('the wish', () => isPressed(browser));
    await open(browser, `${url}/Add-Blog`);
    await browser.fill('Title', 'Begun at home');
    await browser.fill('Long Description', text);
    await until('the draft on the site', async () =>
      /Saved \d+:\d+ [AP]M/.test(await bodyOf(browser)),
    );
    const draft = await browser.run<string>('return location.href');
    await open(browser, `${url}/Wishlist`);
    for (const end of [`/blog/${blog._id}`, '/Wishlist', '/Add-Blog?draft=another']) {
      await until(`${end} on the device`, () => isKept(browser, end));
    }
    const key = new URL(draft).searchParams.get('draft');
    await until('the draft on the device', () => isKept(browser, `/api/drafts?key=${key}`));
    await site.stop();

    await open(browser, `${url}/Wishlist`);
    await says(browser, blog.title);
    await browser.open(`${url}/blog/${blog._id}`);
    await says(browser, blog.title);
    await browser.open(`${url}/archive`);
    await says(browser, 'You are offline');
    await open(browser, draft);
    await until('the draft', async () => (await titleIn(browser)) === 'Begun at home');
    await browser.fill('Title', 'Gone on with on a train');
    await until('where the text is', async () =>
      /Offline|Failed, retrying|Saved on this device/.test(await bodyOf(browser)),
    );
    await open(browser, draft);
    await until(
      'what was typed',
      async () => (await titleIn(browser)) === 'Gone on with on a train',
    );

    site = await startSite(settings);
    await until('the text on the site', async () => {
      const drafts = await browser.run<string>(
        "return fetch('/api/drafts').then((reply) => reply.json()).then((all) => JSON.stringify(all))",
      );
      return drafts.includes('Gone on with on a train');
    });
  } finally {
    await site.stop();
    folder.remove();
  }
}
