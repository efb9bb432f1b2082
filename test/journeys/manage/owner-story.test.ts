import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { newAccount, signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { siteOutput, startSite } from '../../running-site.ts';
import { claimCodeOf } from '../../scenes/scene-staff.ts';
import { visitedSite } from '../../visited-site.ts';
import { publishInBackground, someText } from '../../writing.ts';

const site = visitedSite({ DEMO: 'off' });
const toast = (page: Page, text: string) => page.locator('.Toastify__toast').getByText(text);

/** The pages on which a signed-out visitor finds a blog, and the status of its own address. */
async function seenAt(url: string, id: string): Promise<readonly string[]> {
  const search = `/All-blogs?search=${encodeURIComponent(someText.title)}`;
  const seen: string[] = [];
  for (const path of ['/', search, '/feed.xml']) {
    if ((await (await fetch(url + path)).text()).includes(id)) seen.push(path);
  }
  return [...seen, String((await fetch(`${url}/blog/${id}`)).status)];
}

test('an owner claims a new site, and a blog is hidden, restored and recorded in the audit log', {
  tags: 'slow',
}, async () => {
  const owner = await site.visit();
  const olga = newAccount({ displayName: 'Olga Owner' });
  await signUpInBackground(owner.context, site.url, olga);
  await open(owner.page, `/Manage/claim?code=${claimCodeOf(siteOutput(site.url))}`);
  await owner.page.getByRole('button', { name: 'Become the owner' }).click();
  await owner.page.waitForURL(`${site.url}/Manage`);

  await owner.page.getByRole('link', { name: 'Settings', exact: true }).click();
  await owner.page.getByLabel('Name', { exact: true }).fill('The Lamplighter');
  await owner.page.getByRole('button', { name: 'Save settings' }).click();
  const other = await startSite({ DEMO: 'off', DATA_DIR: site.dataDir });
  onTestFinished(() => other.stop());
  for (const { url } of [site, other]) {
    await eventually(async () => (await fetch(url)).text()).toContain('The Lamplighter');
  }

  const moderator = await site.visit();
  const account = newAccount({ displayName: 'Mary Moderator' });
  await signUpInBackground(moderator.context, site.url, account);
  await owner.page.getByRole('link', { name: 'People', exact: true }).click();
  await owner.page.getByRole('button', { name: 'Make moderator: Mary Moderator' }).click();
  const question = owner.page.getByRole('dialog');
  await question.getByLabel('Your password').fill(olga.password);
  await question.getByRole('button', { name: 'Make moderator' }).click();
  await toast(owner.page, 'Mary Moderator is a moderator now.').waitFor();

  const member = await site.visit();
  await signUpInBackground(member.context, site.url, newAccount({ displayName: 'Ben Writer' }));
  const id = await publishInBackground(member.context, site.url);
  // Their page notes how far they have read in what is hidden meanwhile.
  const reader = await site.visit({ allowedComplaints: /404.*\/api\/history\// });
  await signUpInBackground(reader.context, site.url, newAccount({ displayName: 'Rita Reader' }));
  await open(reader.page, `/blog/${id}`);
  await reader.page.getByRole('button', { name: 'Report', exact: true }).first().click();
  await reader.page.getByRole('button', { name: 'Send report' }).click();
  await toast(reader.page, 'Thank you.').waitFor();
  const before = await seenAt(site.url, id);
  expect(before).toHaveLength(4);

  await open(moderator.page, '/Manage');
  await moderator.page.getByLabel('Reason, for its author and the log').fill('An advertisement.');
  await moderator.page.getByRole('button', { name: 'Hide', exact: true }).click();
  await toast(moderator.page, 'The blog is hidden.').waitFor();
  for (const { url } of [site, other]) expect(await seenAt(url, id)).toEqual(['404']);

  await open(moderator.page, '/Manage/blogs?show=hidden');
  await moderator.page.getByRole('button', { name: 'Bring back' }).click();
  await toast(moderator.page, 'The blog is published again.').waitFor();
  for (const { url } of [site, other]) expect(await seenAt(url, id)).toEqual(before);

  // From a blog to its author.
  await open(moderator.page, '/Manage/blogs');
  await moderator.page.getByRole('link', { name: 'Suspend this person…' }).click();
  await moderator.page.getByRole('button', { name: 'Suspend: Ben Writer' }).waitFor();
  expect(await moderator.page.getByRole('button', { name: /^Suspend: / }).count()).toBe(1);

  await open(owner.page, '/Manage/log');
  const log = await owner.page.getByRole('main').innerText();
  for (const line of [
    `Mary Moderator brought back the blog ${someText.title}`,
    `Mary Moderator hid the blog ${someText.title}`,
    'Reason: An advertisement.',
    'Olga Owner made Mary Moderator a moderator',
    'Olga Owner set the',
    'Olga Owner claimed the site',
  ]) {
    expect(log).toContain(line);
  }
});
