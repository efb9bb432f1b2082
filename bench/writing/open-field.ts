import type { Browser, Page } from 'playwright-core';
import { newDraftKey } from '../../src/features/writing/drafts/web/device/new-draft-key.ts';
import { ownHeaders, signUp } from '../../test/site-member.ts';
import { startBrowser } from '../../test/start-browser.ts';
import { boxOf, formattedText } from '../../test/writing.ts';
import { type BenchSite, startSite } from '../start-site.ts';

/** The page of a member who writes, on a site of its own. */
export interface WritingPage {
  readonly page: Page;
  readonly stop: () => Promise<void>;
  /** Opens a draft with this text in the editor, without reloading the page. */
  open(text: string): Promise<void>;
}

const emptyText = {
  title: '',
  imageUrl: '',
  imageAlt: '',
  category: '',
  tags: '',
  shortDescription: '',
  longDescription: '',
};

async function keepDraft(site: BenchSite, cookie: string, title: string, longDescription: string) {
  const key = newDraftKey();
  const text = { ...emptyText, title, longDescription };
  const body = { text, baseTag: null, revision: null, device: 'bench', sequence: 1 };
  const reply = await fetch(`${site.origin}/api/drafts/${key}`, {
    method: 'PUT',
    headers: ownHeaders(site.origin, cookie),
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${title}: ${reply.status} ${await reply.text()}`);
  return key;
}

/** Navigates within the site, as a click on a link does. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

async function pageOf(browser: Browser, site: BenchSite, cookie: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.origin, serviceWorkers: 'block' });
  const [name = '', value = ''] = cookie.split('=', 2);
  await context.addCookies([{ name, value, url: site.origin }]);
  const page = await context.newPage();
  await page.goto('/Add-Blog');
  await formattedText(page).waitFor();
  return page;
}

/** Starts a site, a Chromium, and the page of a member who writes. */
export async function openWriting(): Promise<WritingPage> {
  const site = await startSite({ LIMITS: '0', DEMO: 'off' });
  const browser = await startBrowser();
  const { cookie } = await signUp(site.origin);
  const page = await pageOf(browser, site, cookie);
  let count = 0;
  return {
    page,
    async open(text) {
      count += 1;
      const title = `Text ${count}`;
      const key = await keepDraft(site, cookie, title, text);
      await goTo(page, `/Add-Blog?draft=${key}`);
      await page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(
            ({ value }) => value === wanted,
          ) && document.querySelector('.writing-live')?.shadowRoot?.querySelector('.cm-content'),
        title,
      );
      await boxOf(page, 'title').waitFor();
    },
    async stop() {
      await browser.close();
      await site.stop();
    },
  };
}
