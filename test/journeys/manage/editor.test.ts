import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newAccount, signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { siteOutput } from '../../running-site.ts';
import { claimCodeOf } from '../../scenes/scene-staff.ts';
import { visitedSite } from '../../visited-site.ts';
import { boxOf, fillBlog, publishInBackground } from '../../writing.ts';

const site = visitedSite({ DEMO: 'off', READING: 'public' });

async function memberNamed(displayName: string) {
  const { page, context } = await site.visit({ allowedComplaints: /40[0-9]/ });
  const account = newAccount({ displayName });
  await signUpInBackground(context, site.url, account);
  return { page, context, account };
}

async function startWithOwner() {
  const owner = await memberNamed('Olga Tokarczuk');
  await open(owner.page, `/Manage/claim?code=${claimCodeOf(siteOutput(site.url))}`);
  await owner.page.getByRole('button', { name: 'Become the owner' }).click();
  await owner.page.waitForURL(`${site.url}/Manage`);
  return owner;
}

async function makeEditor({ page, account }: Awaited<ReturnType<typeof memberNamed>>) {
  await open(page, '/Manage/people');
  await page.getByRole('button', { name: 'Make editor: Edda Fabri' }).click();
  const question = page.getByRole('dialog', { name: 'Make Edda Fabri an editor?' });
  await question.getByText('They see nothing of Manage').waitFor();
  await question.getByLabel('Your password').fill(account.password);
  await question.getByRole('button', { name: 'Make editor' }).click();
  await page.getByText('Edda Fabri is an editor now.').first().waitFor();
}

/** Tomorrow at noon, in the field's format and this machine's time zone. */
function tomorrowNoon(): string {
  const day = new Date(Date.now() + 24 * 60 * 60_000);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T12:00`;
}

const statusOf = async (page: Page, path: string) =>
  (await page.context().request.get(path)).status();

test('an editor appointed by the owner changes, takes back and schedules a member’s blog, and the member is notified', async () => {
  const owner = await startWithOwner();
  const author = await memberNamed('Ada Lovelace');
  const editor = await memberNamed('Edda Fabri');
  const id = await publishInBackground(author.context, site.url, { title: 'Bread for beginers' });
  const ofOwner = await publishInBackground(owner.context, site.url, { title: 'Salt' });
  await makeEditor(owner);

  // Blogs of staff can be edited by owners only.
  await open(editor.page, `/blog/${ofOwner}`);
  await editor.page.getByRole('heading', { level: 1, name: 'Salt' }).waitFor();
  expect(await editor.page.getByRole('link', { name: 'Update Blog' }).count()).toBe(0);
  await open(editor.page, `/blog/${id}`);
  await editor.page.getByRole('link', { name: 'Update Blog' }).click();
  await editor.page.getByText('You edit a blog by Ada Lovelace.').waitFor();
  await fillBlog(editor.page, { title: 'Bread for beginners' });
  await editor.page.getByRole('button', { name: 'Update Blog' }).click();
  await editor.page.waitForURL(`${site.url}/blog/${id}`);
  await editor.page.getByRole('heading', { level: 1, name: 'Bread for beginners' }).waitFor();

  await open(author.page, '/notifications');
  await author.page.getByText('was changed by the editors').waitFor();
  await open(author.page, `/update-blog/${id}`);
  await author.page
    .getByText('Edda Fabri, an editor of this site, saved this text last.')
    .waitFor();
  await eventually(() => boxOf(author.page, 'title').inputValue()).toBe('Bread for beginners');

  await open(editor.page, `/update-blog/${id}`);
  await editor.page.getByRole('button', { name: 'Back to draft', exact: true }).click();
  await editor.page.getByText('The blog is a draft of its author’s.').first().waitFor();
  expect(await statusOf(author.page, `/blog/${id}`)).toBe(404);
  await open(editor.page, `/update-blog/${id}`);
  await editor.page.getByText('since an editor took it back').waitFor();
  await editor.page.getByLabel('Date and time').fill(tomorrowNoon());
  await editor.page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await editor.page.getByText('To be published').waitFor();
  await editor.page.getByRole('button', { name: 'Publish it as it was' }).click();
  await editor.page.waitForURL(`${site.url}/blog/${id}`);
  expect(await statusOf(author.page, `/blog/${id}`)).toBe(200);

  // The edits are in the audit log; editors see no page of Manage.
  await open(owner.page, '/Manage/log');
  await owner.page.getByText('edited the blog').first().waitFor();
  await open(editor.page, '/Manage/log');
  await editor.page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
});
