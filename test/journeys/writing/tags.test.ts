import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { eventually, open } from '../../browser.ts';
import { siteOutput } from '../../running-site.ts';
import { claimCodeOf } from '../../scenes/scene-staff.ts';
import { visitedSite } from '../../visited-site.ts';
import { fillBlog, openEditor, publishAndView, someText } from '../../writing.ts';

const site = visitedSite({ DEMO: 'off', READING: 'public' });

const tagBox = (page: Page) => page.getByRole('combobox', { name: 'Tags', exact: true });
const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen tags' });
const namesIn = async (page: Page) => (await chosen(page).innerText()).split(/\n+/);

test('tags are entered as tokens, have a page each, and are renamed in Manage', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /40[0149]/ });
  await openEditor(page, context, site.url);
  await fillBlog(page, someText);
  const box = tagBox(page);
  await box.fill('#Slow travel');
  await box.press('Enter');
  await box.pressSequentially('Bread,Tea');
  await eventually(() => namesIn(page)).toEqual(['Slow travel', 'Bread']);
  await box.press('Enter');
  // Backspace takes the last tag back into the box for editing.
  await box.press('Backspace');
  await eventually(() => box.inputValue()).toBe('Tea');
  await box.fill('BREAD');
  await box.press('Enter');
  await eventually(() => namesIn(page)).toEqual(['Slow travel', 'Bread']);
  await box.fill('x'.repeat(41));
  await box.press('Enter');
  await page.getByText('A tag can have at most 40 characters.').waitFor();
  await page.getByRole('button', { name: `Remove ${'x'.repeat(41)}` }).click();
  await page.getByText('A tag can have at most 40 characters.').waitFor({ state: 'detached' });

  await publishAndView(page);
  await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'Slow travel' }).click();
  await page.waitForURL(`${site.url}/tags/slow-travel`);
  await page.getByRole('heading', { level: 1, name: 'Slow travel' }).waitFor();
  await page.getByText('1 blog', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'All tags' }).click();
  await page.getByRole('link', { name: /^Bread\s+1 blog$/ }).waitFor();

  await open(page, `/Manage/claim?code=${claimCodeOf(siteOutput(site.url))}`);
  await page.getByRole('button', { name: 'Become the owner' }).click();
  await page.waitForURL(`${site.url}/Manage`);
  await page
    .getByRole('navigation', { name: 'Manage' })
    .getByRole('link', { name: 'Tags', exact: true })
    .click();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bread' });
  await row.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('New name').fill('Sourdough');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByText('The tag is called “Sourdough” now.').waitFor();

  // The old address redirects to the new one, for everybody.
  const visitor = await site.visit();
  await open(visitor.page, '/tags/bread');
  await visitor.page.waitForURL(`${site.url}/tags/sourdough`);
  await visitor.page.getByRole('heading', { level: 1, name: 'Sourdough' }).waitFor();
  await visitor.page.getByRole('link', { name: someText.title }).first().waitFor();
});
