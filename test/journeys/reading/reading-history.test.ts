import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signIn } from '../../account.ts';
import { eventually, focusedText, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { memberOf, publish, send } from '../../wishes-and-comments.ts';

const site = visitedSite({ READING: 'public' });

const words = 'looms that weave flowers and leaves, '.repeat(12);
const paragraph = (number: number, more = '') => `Paragraph ${number}. ${more}${words}`;
const paragraphs = Array.from({ length: 30 }, (_, index) => paragraph(index + 1));

interface StoredPlace {
  readonly block: number;
  readonly share: number;
  readonly isFinished: boolean;
  readonly known: string;
}

/** The reading position that the site has stored for this person. */
async function placeOf(context: BrowserContext, id: string): Promise<StoredPlace | null> {
  return (await (await context.request.get(`/api/history/${id}`)).json()).place;
}

/** Opens an article without any interaction, and waits until the page knows the stored position. */
async function read(page: Page, id: string): Promise<void> {
  const answer = page.waitForResponse((reply) => reply.url().endsWith(`/api/history/${id}`));
  await page.goto(`/blog/${id}`);
  await answer;
  // Waits until the page has processed the reply.
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })),
  );
}

/** Scrolls to a paragraph and leaves the page. */
async function readTo(page: Page, number: number): Promise<void> {
  await page.getByText(`Paragraph ${number}.`).evaluate((element) => {
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - 200, behavior: 'instant' });
  });
  await page.goto('/contact');
}

const offer = (page: Page) => page.getByRole('complementary', { name: 'Your reading' });
const goOn = (page: Page) => offer(page).getByRole('button', { name: /^Go on where you stopped/ });
const isHydrated = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.hydrated !== undefined);

/** Changes a blog's text as its author. */
async function rewrite(author: BrowserContext, id: string, text: string): Promise<void> {
  const blog = await author.request.get(`/api/blog/${id}`);
  const { title, imageUrl, category, shortDescription } = await blog.json();
  const reply = await author.request.put(`/api/blog/${id}`, {
    headers: { origin: site.url, 'if-match': blog.headers().etag ?? '' },
    data: { title, imageUrl, category, shortDescription, longDescription: text },
  });
  expect(reply.status()).toBe(200);
}

test('a text begun on a phone is offered on a desktop at the same place, with the changes since', async () => {
  const author = await memberOf(site, { displayName: 'Grace Hopper' });
  const id = await publish(site, author.context, 'Of looms', paragraphs.join('\n\n'));
  const phone = await memberOf(site, {}, { width: 390, byTouch: true });
  await read(phone.page, id);
  expect(await offer(phone.page).count()).toBe(0);
  await readTo(phone.page, 15);
  await eventually(async () => (await placeOf(phone.context, id))?.block).toBe(14);

  const { page, context } = await site.visit();
  await signIn(page, phone.account);
  await page.getByRole('button', { name: /^Your account/ }).waitFor();
  await read(page, id);
  const { share = 0 } = (await placeOf(context, id)) ?? {};
  expect(share).toBeGreaterThan(40);
  expect(share).toBeLessThan(50);
  const first = page.getByText('Paragraph 1.');
  const { y } = (await first.boundingBox()) ?? {};
  expect(await goOn(page).textContent()).toBe(`Go on where you stopped (${share}%)`);
  // The offer caused no layout shift, and following it doesn't hydrate the page.
  const shifts = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
          type: 'layout-shift',
          buffered: true,
        });
        requestAnimationFrame(() => setTimeout(() => resolve(0)));
      }),
  );
  expect(shifts).toBe(0);
  expect(y).toBeGreaterThan(0);
  await goOn(page).press('Enter');
  await eventually(() => focusedText(page)).toContain('Paragraph 15.');
  await eventually(() => offer(page).count()).toBe(0);
  expect(await isHydrated(page)).toBe(false);

  // Changes a paragraph that the reader has read, adds one after it, and changes one that is still unread.
  await rewrite(
    author.context,
    id,
    paragraphs
      .with(2, `${paragraph(3, 'Anew: ')}\n\n${paragraph(300)}`)
      .with(28, paragraph(29, 'Anew: '))
      .join('\n\n'),
  );
  await read(page, id);
  await goOn(page).waitFor();
  const news = offer(page).getByRole('button', {
    name: 'Changed since you read this: 2 paragraphs',
  });
  expect(await page.locator('[data-changed]').count()).toBe(0);
  await news.press('Enter');
  await eventually(() => focusedText(page)).toContain('Paragraph 3. Anew');
  expect(await page.locator('[data-changed]').count()).toBe(2);
  await offer(page).getByText('Change 1 of 2').waitFor();
  await offer(page).getByRole('button', { name: 'Next change' }).press('Enter');
  await eventually(() => focusedText(page)).toContain('Paragraph 300.');
  await offer(page).getByRole('button', { name: 'Dismiss' }).press('Enter');
  expect(await page.locator('[data-changed]').count()).toBe(0);

  // The changes count as seen on every device; the position is unchanged.
  await eventually(async () => {
    await read(phone.page, id);
    return offer(phone.page).getByRole('button').allInnerTexts();
  }).toEqual([expect.stringMatching(/^Go on/), '✕']);
});

test('a dismissed offer starts from the beginning; a member’s own text and a signed-out page have no offer', {
  tags: 'slow',
}, async () => {
  const author = await memberOf(site);
  const id = await publish(site, author.context, 'Of leaves', paragraphs.join('\n\n'));
  const { page, context } = await memberOf(site);
  await read(page, id);
  await readTo(page, 20);
  await eventually(async () => (await placeOf(context, id))?.block).toBe(19);
  await read(page, id);
  await offer(page).getByRole('button', { name: 'Dismiss' }).press('Enter');
  await readTo(page, 10);
  await eventually(async () => (await placeOf(context, id))?.block).toBe(9);

  const { page: stranger } = await site.visit();
  const asked: string[] = [];
  for (const one of [stranger, author.page]) {
    one.on('request', (request) => asked.push(request.url()));
    await open(one, `/blog/${id}`);
    await readTo(one, 20);
  }
  expect(asked.filter((url) => url.includes('/api/history'))).toEqual([]);
  expect(await placeOf(author.context, id)).toBeNull();
});

test('the reading history leads back to each text, and can be cleared and switched off', async () => {
  const author = await memberOf(site, { displayName: 'Grace Hopper' });
  const titles = ['Of wool', 'Of silk', 'Of flax'];
  const ids: string[] = [];
  for (const title of titles) {
    ids.push(await publish(site, author.context, title, paragraphs.join('\n\n')));
  }
  const [wool = '', silk = '', flax = ''] = ids;
  const { page, context } = await memberOf(site);
  for (const id of ids) {
    await read(page, id);
    await readTo(page, 8);
    await eventually(() => placeOf(context, id)).not.toBeNull();
  }
  await open(page, '/');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('link', { name: 'Reading history' }).click();
  const main = page.getByRole('main');
  const shown = () => main.getByRole('listitem').getByRole('link').allInnerTexts();
  await eventually(shown).toEqual(['Of flax', 'Of silk', 'Of wool']);
  await main.getByText('3 blogs', { exact: true }).waitFor();
  await main.getByText('Grace Hopper').first().waitFor();
  await main
    .getByText(/\d+% read/)
    .first()
    .waitFor();

  await main.getByRole('button', { name: 'Remove' }).nth(1).click();
  await eventually(shown).toEqual(['Of flax', 'Of wool']);
  await eventually(() => focusedText(page)).toBe('Remove');
  await main.getByText('2 blogs', { exact: true }).waitFor();
  expect(await placeOf(context, silk)).toBeNull();
  // A deleted blog is no longer listed.
  await send(site, author.context, 'DELETE', `/api/blog/${flax}?title=Of%20flax`);
  await open(page, '/history');
  expect(await shown()).toEqual(['Of wool']);

  const other = await memberOf(site);
  await open(other.page, '/history');
  await other.page.getByText('Nothing here.').waitFor();

  const toggle = main.getByRole('checkbox', { name: 'Keep my reading history' });
  const dialog = page.getByRole('dialog');
  await toggle.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await toggle.isChecked()).toBe(true);
  await toggle.click();
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await main.getByText('Your reading history is off.').waitFor();
  expect(await toggle.isChecked()).toBe(false);
  await read(page, wool);
  await readTo(page, 8);
  await open(page, '/Account');
  const account = page.getByRole('checkbox', { name: 'Keep my reading history' });
  expect(await account.isChecked()).toBe(false);
  await account.click();
  await eventually(() => account.isChecked()).toBe(true);
  // Nothing was recorded while the history was off.
  expect(await placeOf(context, wool)).toBeNull();
});

test('a text read to its end is finished, and stays so', async () => {
  const author = await memberOf(site);
  const id = await publish(site, author.context, 'Of rope', paragraphs.join('\n\n'));
  const { page, context } = await memberOf(site);
  await page.clock.install();
  await read(page, id);
  await page.locator('.article-text > :last-child').scrollIntoViewIfNeeded();
  await page.clock.fastForward(60_000);
  await eventually(() => placeOf(context, id)).toMatchObject({ isFinished: true, share: 100 });
  // Reading it again stores no position to resume, and it remains finished.
  await read(page, id);
  await readTo(page, 12);
  await read(page, id);
  expect(await offer(page).count()).toBe(0);
  await open(page, '/history');
  const item = page.getByRole('main').getByRole('listitem');
  await item.getByText(/Finished/).waitFor();
  expect(await item.getByText(/% read/).count()).toBe(0);
});
