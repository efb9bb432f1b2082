// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite();

const firstTitle = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 2 }).first();

/** Records which elements have a view transition name when the browser captures the old page. */
async function watchTransitions(page: Page): Promise<() => Promise<string[][]>> {
  await page.addInitScript(() => {
    const seen: string[][] = [];
    Object.assign(window, { seenNames: seen });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      seen.push(
        [...document.querySelectorAll('main *')]
          .map((element) => getComputedStyle(element).viewTransitionName)
          .filter((name) => name !== 'none')
          .sort(),
      );
      return start(update);
    };
  });
  return () => page.evaluate(() => (window as { seenNames?: string[][] }).seenNames ?? []);
}

test('a blog prints in black on white with title, author, date and address, and without the shell', async () => {
  const { page, context } = await site.visit({ theme: 'dark' });
  await signUpInBackground(context, site.url);
  await open(page, '/All-blogs');
  const title = (await firstTitle(page).textContent()) ?? '';
  await firstTitle(page).getByRole('link').click();
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await main.getByRole('heading', { level: 1, name: title }).isVisible()).toBe(true);
  expect(await main.getByRole('time').first().isVisible()).toBe(true);
  expect(await main.getByText('Maren Holt').first().isVisible()).toBe(true);
  expect(await main.getByText(page.url(), { exact: true }).isVisible()).toBe(true);
  for (const hidden of [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('complementary'),
    page.getByRole('contentinfo'),
    page.getByRole('heading', { name: 'Comments' }),
    page.getByRole('link', { name: 'WhatsApp' }),
  ]) {
    expect(await hidden.isVisible()).toBe(false);
  }
  const colours = await main
    .getByRole('heading', { level: 1 })
    .evaluate((heading) => [
      getComputedStyle(heading).color,
      getComputedStyle(document.documentElement).backgroundColor,
    ]);
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
});

test('title and cover of a blog have view transitions from the list to its page and back', async () => {
  const { page, context } = await site.visit({ reducedMotion: false });
  await signUpInBackground(context, site.url);
  const names = await watchTransitions(page);
  await open(page, '/All-blogs');
  const toBlogAndBack = async () => {
    await firstTitle(page).getByRole('link').click();
    await page.getByRole('main').getByRole('heading', { level: 1, name: title }).waitFor();
    await page.goBack();
    await firstTitle(page).waitFor();
  };
  const title = (await firstTitle(page).textContent()) ?? '';
  // While the code of a page is loaded, a skeleton may stand in the list's place, and nothing moves.
  await toBlogAndBack();
  await eventually(async () => (await names()).length).toBe(2);
  await toBlogAndBack();
  const moved = ['blog-cover', 'blog-title'];
  await eventually(async () => (await names()).slice(2)).toEqual([moved, moved]);
});

test('with reduced motion a blog page has no view transitions', async () => {
  const { page, context } = await site.visit({ reducedMotion: true });
  await signUpInBackground(context, site.url);
  const names = await watchTransitions(page);
  await open(page, '/All-blogs');
  await firstTitle(page).getByRole('link').click();
  await page.waitForURL('**/blog/*');
  await eventually(names).toEqual([[]]);
});
