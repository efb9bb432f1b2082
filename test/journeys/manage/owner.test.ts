// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillSignIn, newAccount, signIn, signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { runProgram, siteOutput } from '../../running-site.ts';
import { claimCodeOf } from '../../scenes/scene-staff.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite({ DEMO: 'off' });
const claimPath = () => `/Manage/claim#code=${claimCodeOf(siteOutput(site.url))}`;
const toast = (page: Page, text: string) => page.locator('.Toastify__toast').getByText(text);
const rowOf = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });

test('an owner claims a new site, appoints a moderator, who suspends a member, and the audit log shows it', async () => {
  const output = siteOutput(site.url);
  // Printed after the address of the site, and as visibly.
  expect(output.indexOf('Nobody owns this site yet.')).toBeGreaterThan(output.indexOf('is ready'));
  const mary = newAccount({ displayName: 'Mary Shelley' });
  const eve = newAccount({ displayName: 'Eve Moneypenny' });
  const olga = newAccount({ displayName: 'Olga Tokarczuk' });
  const moderator = await site.visit({ allowedComplaints: /40[14]/ });
  const member = await site.visit({ allowedComplaints: /40[19]/ });
  await signUpInBackground(moderator.context, site.url, mary);
  await signUpInBackground(member.context, site.url, eve);

  // Signed out, the owner signs in first and returns to the claim.
  const owner = await site.visit({ allowedComplaints: /40[09]/ });
  const stranger = await site.visit();
  await signUpInBackground(owner.context, site.url, olga);
  await owner.context.clearCookies();
  await open(owner.page, claimPath());
  expect(owner.page.url()).toBe(`${site.url}/Account/signin?from=%2FManage%2Fclaim`);
  await fillSignIn(owner.page, olga);
  await owner.page.waitForURL(`${site.url}/Manage/claim`);
  await owner.page.getByText(olga.email).waitFor();
  await owner.page.reload();
  await owner.page.getByRole('button', { name: 'Become the owner' }).click();
  await owner.page.waitForURL(`${site.url}/Manage`);
  await owner.page.getByRole('button', { name: /^Your account/ }).click();
  const ownersMenu = owner.page.getByRole('navigation', { name: 'Your account' });
  await eventually(() => ownersMenu.getByRole('link').allInnerTexts()).toEqual([
    'My writing',
    'Following',
    'Reading history',
    'Account',
    'Manage',
  ]);
  await open(owner.page, claimPath());
  await owner.page.getByRole('button', { name: 'Become the owner' }).click();
  await owner.page.getByText('This site has an owner already').waitFor();
  const way = owner.page.getByRole('link', { name: 'Go to Manage' });
  await eventually(() => way.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await owner.page.getByRole('button', { name: 'Become the owner' }).count()).toBe(0);

  // This site can't send email.
  for (const page of ['newsletter', 'messages']) {
    await open(owner.page, `/Manage/${page}`);
    await owner.page.getByText('A test email can be sent once').waitFor();
    expect(await owner.page.getByRole('button', { name: 'Send me a test email' }).count()).toBe(0);
  }

  // The account page links to Manage for staff only.
  await open(moderator.page, '/Account');
  expect(await moderator.page.getByRole('link', { name: 'Manage' }).count()).toBe(0);
  await open(owner.page, '/Account');
  await owner.page.getByRole('link', { name: 'Manage' }).click();
  await owner.page.getByRole('link', { name: 'People', exact: true }).click();
  await owner.page.getByRole('button', { name: 'Make moderator: Mary Shelley' }).click();
  // Appointing a moderator needs the password, even in a signed-in browser.
  const question = owner.page.getByRole('dialog', { name: 'Make Mary Shelley a moderator?' });
  await question.getByLabel('Your password').fill('Wrong-one');
  await question.getByRole('button', { name: 'Make moderator' }).click();
  await question.getByText('Incorrect password. Try again.').waitFor();
  await question.getByLabel('Your password').fill(olga.password);
  await question.getByRole('button', { name: 'Make moderator' }).click();
  await toast(owner.page, 'Mary Shelley is a moderator now.').waitFor();
  await eventually(() => rowOf(owner.page, 'Mary Shelley').innerText()).toContain('Moderator');

  // The moderator finds the member by name, and can't act on the owner.
  await open(member.page, '/');
  await open(moderator.page, '/Manage/people');
  expect(await moderator.page.getByRole('button', { name: /: Olga/ }).count()).toBe(0);
  await moderator.page.getByRole('searchbox', { name: 'Search by name or email' }).fill('money');
  await moderator.page.getByRole('button', { name: 'Search' }).click();
  await eventually(() => rowOf(moderator.page, 'Olga').count()).toBe(0);
  await moderator.page.getByRole('button', { name: 'Suspend: Eve Moneypenny' }).click();
  await moderator.page.getByRole('dialog').getByLabel('Reason').fill('Sold watches.');
  await moderator.page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await toast(moderator.page, 'Eve Moneypenny is suspended.').waitFor();

  // A tab that was open leads the suspended member to Sign In, which gives the reason.
  await member.page.getByRole('link', { name: 'Wishlist' }).first().click();
  await member.page.waitForURL(/\/(login|Account\/signin)/);
  await fillSignIn(member.page, eve);
  await member.page.getByText(/suspended until .* UTC\. The reason: Sold watches\./).waitFor();

  await moderator.page.getByRole('button', { name: 'Let in again: Eve Moneypenny' }).click();
  await toast(moderator.page, 'Eve Moneypenny may sign in again.').waitFor();
  await signIn(member.page, eve);
  await member.page.waitForURL(`${site.url}/`);

  await open(owner.page, '/Manage/log');
  const lines = owner.page.getByRole('main').getByRole('listitem').getByRole('paragraph');
  const entries = (await lines.allInnerTexts()).filter((text) => !/^\w+ \d+, \d+ at/.test(text));
  expect(entries.slice(0, 4)).toEqual([
    'Mary Shelley let Eve Moneypenny in again',
    'Mary Shelley suspended Eve Moneypenny for a time',
    'Reason: Sold watches.',
    'Olga Tokarczuk made Mary Shelley a moderator',
  ]);
  await owner.page.getByRole('link', { name: 'Eve Moneypenny' }).first().click();
  await eventually(() => rowOf(owner.page, 'Eve Moneypenny').count()).toBe(1);

  await open(stranger.page, '/Manage');
  await stranger.page.waitForURL(/\/Account\/signin/);
});

test('the make-owner command takes effect at once while the site runs', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /404/ });
  const ada = await signUpInBackground(context, site.url);
  await open(page, '/Manage');
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  const settings = { DATA_DIR: site.dataDir };
  const script = 'src/app/commands/make-owner.ts';
  const nobody = await runProgram([script, 'nobody@example.org'], settings);
  expect(nobody).toMatchObject({ code: 1 });
  expect(nobody.output).toContain('No account has the email nobody@example.org.');
  const unproven = await runProgram([script, ada.email], settings);
  expect(unproven).toMatchObject({ code: 1 });
  expect(unproven.output).toContain(`Nobody has proven that ${ada.email} is theirs`);
  const made = await runProgram([script, ada.email.toUpperCase(), '--anyway'], settings);
  expect(made).toMatchObject({ code: 0 });
  await open(page, '/Manage/people');
  await page.getByRole('heading', { name: 'People' }).waitFor();
});
