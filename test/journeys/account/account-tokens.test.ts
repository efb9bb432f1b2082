import { expect, test } from 'vitest';
import { openStorage } from '../../../src/storage/open-storage.ts';
import { signUpInBackground } from '../../account.ts';
import { open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite();

/** Ends all tokens of the site, as if their time were over. */
async function expireTokens(): Promise<void> {
  const storage = await openStorage({ dataDir: site.dataDir, onConnectionError: () => {} });
  const ended = { expires_at: Date.now() - 1 };
  await storage.write(({ db }) => db.updateTable('personal_tokens').set(ended).execute());
  await storage.close();
}

test('a personal token is created, used by a program, tried on the API page, ends, and is revoked', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /40[01]/ });
  const { password } = await signUpInBackground(context, site.url);
  await open(page, '/Account');
  const part = page.getByRole('region', { name: 'Personal access tokens' });
  await part.getByRole('button', { name: 'Make a token' }).click();
  const form = page.getByRole('dialog', { name: 'Make a token' });
  await form.getByRole('button', { name: 'Make', exact: true }).click();
  await form.getByText('Name is required.').waitFor();
  await form.getByText('Please fill in this field.').waitFor();
  const name = form.getByLabel('Name');
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  await name.fill('Backup script');
  await form.getByLabel('Scope').selectOption('read');
  await form.getByLabel('Your password').fill('Wrong-one');
  await form.getByRole('button', { name: 'Make', exact: true }).click();
  await form.getByText('Incorrect password. Try again.').waitFor();
  await form.getByLabel('Your password').fill(password);
  await form.getByRole('button', { name: 'Make', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'Your new token' });
  const secret = await shown.locator('[data-token]').innerText();
  await shown.getByRole('button', { name: 'I have kept it' }).click();

  const headers = { authorization: `Bearer ${secret}` };
  const ask = () => fetch(`${site.url}/api/myBlogs`, { headers });
  expect((await ask()).status).toBe(200);
  await page.reload();
  const item = part.getByRole('listitem').filter({ hasText: 'Backup script' });
  await item.getByText('last used').waitFor();
  expect(await page.content()).not.toContain(secret);

  await page.goto(`${site.url}/api/docs#myBlogs`);
  await page.getByLabel('Personal token').fill(secret);
  const call = page.locator('#myBlogs');
  await call.getByRole('button', { name: 'Try it: myBlogs' }).click();
  await call.getByText('200 application/json').waitFor();

  await open(page, '/Account');
  await item.getByText(', ends').waitFor();
  await expireTokens();
  await open(page, '/Account');
  await item.getByText(', ended').waitFor();
  expect((await ask()).status).toBe(401);
  await part.getByRole('button', { name: 'Revoke Backup script' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await item.waitFor({ state: 'detached' });
  expect((await ask()).status).toBe(401);
});
