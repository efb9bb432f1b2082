// @module-tag slow
import { expect, test } from 'vitest';
import { openStorage } from '../../../src/storage/open-storage.ts';
import { newAccount, signUpInBackground } from '../../account.ts';
import { open } from '../../browser.ts';
import { siteOutput } from '../../running-site.ts';
import { claimCodeOf } from '../../scenes/scene-staff.ts';
import { exportOf, foreignText, run } from '../../site/imports/testing-imports.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite({ DEMO: 'off' });

test('an owner finds an imported author by name, and hands one draft over', async () => {
  const storage = await openStorage({ dataDir: site.dataDir, onConnectionError: () => {} });
  const ofElodie = { authors: [{ name: 'Élodie' }] };
  const texts = [
    foreignText('a', ofElodie),
    foreignText('b', { ...ofElodie, state: 'draft' }),
    foreignText('c', { authors: [{ name: 'Bo' }] }),
  ];
  await run(storage, exportOf(texts));
  await storage.close();

  const olga = newAccount({ displayName: 'Olga Tokarczuk' });
  const { page, context } = await site.visit({ allowedComplaints: /40[0-9]/ });
  await signUpInBackground(context, site.url, olga);
  await open(page, `/Manage/claim?code=${claimCodeOf(siteOutput(site.url))}`);
  await page.getByRole('button', { name: 'Become the owner' }).click();
  await page.waitForURL(`${site.url}/Manage`);

  await open(page, '/Manage/authors');
  await page.getByRole('heading', { name: 'Bo', exact: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('elodie');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(/search=elodie/);
  await page.getByText('2 blogs, of which 1 is a draft').waitFor();
  expect(await page.getByRole('heading', { name: 'Bo', exact: true }).count()).toBe(0);

  await page.getByRole('button', { name: 'Hand over what Élodie wrote' }).click();
  const form = page.getByRole('form', { name: 'Hand over what Élodie wrote' });
  await form.getByLabel('Email of the account').fill(olga.email);
  await form.getByLabel('One draft only').selectOption('About b');
  await form.getByRole('button', { name: 'Hand over', exact: true }).click();
  await page.getByText('One text was handed over.').first().waitFor();
  await page.getByText('1 blog', { exact: true }).waitFor();
});
