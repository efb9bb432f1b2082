import type { Browser, BrowserContext, Page } from 'playwright-core';
import { hydrated } from '../../hydrated.ts';
import { Findings, type PartResult } from '../findings.ts';
import type { FuzzedSite } from '../site/fuzzed-site.ts';
import { dangersInHtml } from './dangers-in-html.ts';
import { type FilledSite, fillWithPayloads, type Thoroughness } from './fill-with-payloads.ts';
import { packPayloads, scriptPayloads } from './script-payloads.ts';

/** Policy violations of a page, collected by a script that is injected into each page. */
interface Watched {
  refusedByPolicy?: string[];
}

/** Console errors caused only by the payloads' missing pictures. */
const missingPicture = /Failed to load resource|net::ERR_/;

async function openContext(browser: Browser, site: FuzzedSite, cookie?: string) {
  const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' });
  context.setDefaultTimeout(20_000);
  // Blocks all requests to other origins, whatever a payload asks for.
  await context.route(
    (url) => url.origin !== site.url,
    (route) => route.abort(),
  );
  await context.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refusedByPolicy: refused });
    document.addEventListener('securitypolicyviolation', (event) => {
      refused.push(`${event.effectiveDirective} ${event.blockedURI.slice(0, 100)}`);
    });
  });
  if (cookie !== undefined) {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: site.url }]);
  }
  return context;
}

interface Reading {
  readonly findings: Findings;
  pages: number;
}

function watch(page: Page, reading: Reading): void {
  const at = () => page.url().slice(0, 300);
  page.on('dialog', (dialog) => {
    reading.findings.add('a script ran: a dialog was shown', at());
    void dialog.dismiss();
  });
  page.on('pageerror', (error) =>
    reading.findings.add(`an error on a page: ${error.message}`, at()),
  );
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (!isComplaint || missingPicture.test(message.text())) return;
    reading.findings.add(`the browser complained: ${message.text().slice(0, 200)}`, at());
  });
}

/** Opens an address, waits until its page is hydrated, activates its controls, and collects policy violations. */
async function read(page: Page, target: string, reading: Reading): Promise<void> {
  reading.pages += 1;
  await page.goto(target, { waitUntil: 'load' });
  const isPage = (await page.locator('#root').count()) > 0;
  if (isPage) {
    await hydrated(page).catch(() => reading.findings.add('a page never came alive', target));
    const more = page.getByRole('button', { name: /Show (earlier texts|more comments)|^Preview$/ });
    for (const button of await more.all()) await button.click({ timeout: 2_000 }).catch(() => {});
    // Triggers what waits for hover or focus as well.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('main *, header *')) {
        element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
        element.dispatchEvent(new FocusEvent('focus'));
      }
    });
  }
  const refused = await page.evaluate(() => (window as Watched).refusedByPolicy ?? []);
  for (const one of refused) reading.findings.add(`refused by the policy: ${one}`, target);
  if (!isPage) return;
  for (const danger of dangersInHtml(await page.content())) {
    reading.findings.add(`on a page: ${danger}`, target);
  }
}

async function readAll(context: BrowserContext, targets: readonly string[], reading: Reading) {
  const page = await context.newPage();
  watch(page, reading);
  for (const target of targets) await read(page, target, reading);
  await page.close();
}

const listPages = 2;
const asked = (payload: string) => encodeURIComponent(payload.toWellFormed());

/** Addresses with payloads in their queries, for a browser; at most `count` of each kind. */
function queried(count: number): readonly string[] {
  const searches = packPayloads(100, 2).slice(0, count);
  const ways = scriptPayloads.filter((payload) => /^[jd\u2028].*:/.test(payload)).slice(0, count);
  return [
    ...searches.map((payload) => `/All-blogs?search=${asked(payload)}`),
    ...[...ways, '/\\example.org'].map((payload) => `/Account/signin?from=${asked(payload)}`),
  ];
}

async function pagesOfList(site: FuzzedSite, most: number): Promise<readonly string[]> {
  const targets: string[] = ['/All-blogs'];
  let next: string | undefined = `${site.url}/api/allBlogs?limit=24`;
  while (next && targets.length < most) {
    const reply: Response = await fetch(next);
    await reply.text();
    const link: string | undefined = /<([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1];
    next = link && new URL(link, site.url).href;
    const cursor = next && new URL(next).searchParams.get('cursor');
    if (cursor) targets.push(`/All-blogs?cursor=${asked(cursor)}`);
  }
  return targets;
}

/** Requests every payload in every query without a browser, and checks the HTML: a reflected payload is a finding. */
async function readQueries(
  site: FuzzedSite,
  reading: Reading,
  isThorough: boolean,
): Promise<number> {
  const names = [
    '/All-blogs?search=',
    '/All-blogs?filter=',
    '/Account/signin?from=',
    '/login?from=',
    '/',
  ];
  const starts = ['/identity/google/start?to=', '/identity/google/callback?error=', '/nothing/'];
  let sent = 0;
  const prefixes = [...names, ...starts];
  for (const [first, prefix] of prefixes.entries()) {
    for (const [second, payload] of scriptPayloads.entries()) {
      if (!isThorough && (first + second) % prefixes.length !== 0) continue;
      sent += 1;
      const reply = await fetch(`${site.url}${prefix}${asked(payload)}`, { redirect: 'manual' });
      const html = await reply.text();
      const where = `${prefix}${payload}`;
      for (const danger of dangersInHtml(html))
        reading.findings.add(`in the HTML: ${danger}`, where);
      const location = reply.headers.get('location') ?? '/';
      if (!/^\/(?![/\\])/.test(location))
        reading.findings.add('led away', `${where} to ${location}`);
      if (reply.status >= 500) reading.findings.add(`answered ${reply.status}`, where);
    }
  }
  return sent;
}

/** Opens the pages that show the payloads, as a visitor and as their author. */
async function readPages(
  browser: Browser,
  site: FuzzedSite,
  { author, blogId, blogIds }: FilledSite,
  { each }: Thoroughness,
  reading: Reading,
): Promise<void> {
  const isThorough = each === 1;
  const lists = await pagesOfList(site, isThorough ? 100 : listPages);
  const blogs = (isThorough ? blogIds : blogIds.slice(0, 1)).map((id) => `/blog/${id}`);
  const open = ['/', ...lists, '/Featured-Blogs', `/blog/${blogId}`, ...blogs];
  const own = ['/Wishlist', '/Account', '/Add-Blog', `/update-blog/${blogId}`];
  const stranger = await openContext(browser, site);
  const member = await openContext(browser, site, author.cookie);
  await Promise.all([
    readAll(stranger, [...open, ...queried(isThorough ? 100 : 2), '/feed.xml'], reading),
    readAll(member, [...open, ...own, ...queried(isThorough ? 100 : 1)], reading),
  ]);
  await stranger.close();
  await member.close();
}

/**
 * Part c: 200 script payloads in every field that a user can fill in, then every page that shows them, in a real
 * browser. A dialog, a policy violation, an error on a page or a dangerous attribute is a finding. The site must be
 * public (`READING=public`).
 */
export async function fuzzScripts(
  site: FuzzedSite,
  browser: Browser,
  thoroughness: Thoroughness,
): Promise<PartResult & { readonly pages: number }> {
  const begun = Date.now();
  const reading: Reading = { findings: new Findings(), pages: 0 };
  const filled = await fillWithPayloads(site, thoroughness);
  const queries = await readQueries(site, reading, thoroughness.each === 1);
  await readPages(browser, site, filled, thoroughness, reading);
  return {
    part: 'scripts',
    inputs: filled.sent + queries,
    seconds: (Date.now() - begun) / 1_000,
    serverErrors: 0,
    crashes: site.exitCode() === null ? 0 : 1,
    busy: 0,
    findings: reading.findings.list,
    pages: reading.pages,
  };
}
