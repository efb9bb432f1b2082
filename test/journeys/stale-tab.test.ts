// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';

const site = visitedSite();

const contactLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact us' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

/** Removes the script of the contact page, for this document or for all, and counts documents from then on. */
async function withoutContactPage(page: Page, until: 'next document' | 'ever') {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route('**/assets/contact-page-*.js', (route) =>
    until === 'next document' && documents > 0 ? route.continue() : route.fulfill({ status: 404 }),
  );
  return () => documents;
}

test('a tab older than the site loads the next page as a document', async () => {
  const { page } = await site.visit({ allowedComplaints: /404/ });
  await open(page, '/');
  const documents = await withoutContactPage(page, 'next document');
  await contactLink(page).click();
  await page.waitForURL('**/contact');
  await eventually(() => heading(page)).toBe('Contact us');
  expect(documents()).toBe(1);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByText('Please write a message.').waitFor();
});

test('a page whose script stays missing is reloaded once, and its server-rendered HTML stays', async () => {
  const { page } = await site.visit({ allowedComplaints: /404|could not be loaded/ });
  await open(page, '/');
  const documents = await withoutContactPage(page, 'ever');
  await contactLink(page).click();
  await page.waitForURL('**/contact');
  await page.waitForLoadState('networkidle');
  expect(await heading(page)).toBe('Contact us');
  expect(documents()).toBe(1);
});
