import { expect, test } from 'vitest';
import { newAccount, signUpInBackground } from '../../account.ts';
import { open } from '../../browser.ts';
import { siteOutput } from '../../running-site.ts';
import { claimCodeOf } from '../../scenes/scene-staff.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite({ DEMO: 'off' });

test('an owner adds a webhook, tests it, reads in its log why nothing arrived, and deletes it', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /40[09]/ });
  await signUpInBackground(context, site.url, newAccount({ displayName: 'Olga Tokarczuk' }));
  await open(page, `/Manage/claim?code=${claimCodeOf(siteOutput(site.url))}`);
  await page.getByRole('button', { name: 'Become the owner' }).click();
  await page.waitForURL(`${site.url}/Manage`);
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();

  const form = page.getByRole('form', { name: 'New webhook' });
  const add = form.getByRole('button', { name: 'Add webhook' });
  await form.getByLabel('Address').fill('http://hub.invalid/hook');
  await add.click();
  await form.getByText('The address must begin with https://').waitFor();
  await form.getByLabel('Address').fill('https://10.0.0.1/hook');
  await add.click();
  await form.getByText('Webhooks go to addresses on the public internet only.').waitFor();
  await form.getByLabel('Address').fill('https://hub.invalid/hook');
  await form.getByLabel('A comment is made').check();
  await add.click();
  expect(await page.locator('[data-secret]').innerText()).toMatch(/^whsec_[\w-]{43}$/);

  const item = page.getByRole('listitem').filter({ hasText: 'https://hub.invalid/hook' });
  await item.getByText('A blog is published, A comment is made').waitFor();
  await item.getByRole('button', { name: /^Send a test/ }).click();
  const log = item.getByRole('list', { name: 'Deliveries' });
  await log.getByText('ping').waitFor();
  await expect
    .poll(
      async () => {
        await item.getByRole('button', { name: 'Look again' }).click();
        return log.innerText();
      },
      { timeout: 15_000 },
    )
    .toContain('hub.invalid is not known.');
  await item.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Nothing is told to other programs.').waitFor();
});
